import { searchLengthMax } from '#contract/limits.ts'

/**
 * The significant words of a text, for a search that matches any of them: long words without greetings and without the
 * most common endings, the last typed first. Empty while the text is too short.
 */
export function searchTerms(text: string): string {
  const words = (text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).filter(word => !stopWords.has(word)).map(stem)
  const terms: string[] = []
  for (const term of new Set(words.reverse())) {
    if (terms.length === wordsMax || [...terms, term].join(' ').length > searchLengthMax) break
    terms.push(term)
  }
  return terms.join(' ')
}

const wordsMax = 8

/** `rechnungen` also finds `Rechnung`: the search compares prefixes. */
function stem(word: string): string {
  return word.length > 6 ? word.replace(/(en|er|es|e|n|s)$/, '') : word
}

const stopWords: ReadonlySet<string> = new Set(
  (
    'aber allem alles andere anderen beim beste bereits besten bitte dabei damit danke daran darauf dass davon dazu denen ' +
    'deren derzeit diese diesem diesen dieser dieses durch eigentlich einem einen einer eines einfach einige etwas ' +
    'freundliche freundlichen freundlicher freue freuen ganze ganzen gegen geehrte geehrter geehrten genau gerade gerne ' +
    'grüße grüßen gruss gruß guten habe haben hallo hatte hatten hätte hätten herr herren damen heute hierzu ihnen ihrem ' +
    'ihren ihrer immer indem jedem jeden jeder jedes jetzt kann keine keinen klar konnte könnte könnten können leider lieber ' +
    'liebe machen manche mehr mein meine meinem meinen meiner melden mich mochte möchte möchten morgen müssen nach nicht ' +
    'nichts noch nochmal nächste nächsten obwohl ohne schon schöne schönen sehr seine seinem seinen selbst sich sind ' +
    'sollen sollte sollten sondern sowie stehen steht super überhaupt ungefähr unsere unserem unseren unserer unter viele ' +
    'vielen vielleicht vorab wäre während wann warum weil welche welchem welchen welcher welches wenn werde werden weiter ' +
    'weitere wieder wird wirklich wissen wollen wollte wollten worden wurde wurden würde würden zunächst zurück zwischen'
  ).split(' '),
)
