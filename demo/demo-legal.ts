/**
 * The demo business's own legal texts, in Markdown. They describe this software as a starting point for a business;
 * each owner edits them in the settings and is responsible for them.
 */

export const imprintText = `## Verantwortlich für den Inhalt

Johanna Brandt, Anschrift wie oben.

## Verbraucherstreitbeilegung

Wir sind nicht verpflichtet und nicht bereit, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.

## Hinweis

Musterwerk Technik ist ein erfundener Betrieb. Dieser Text gehört zu den Einstellungen des Betriebs und lässt sich dort ändern.`

export const privacyText = `## Wer verantwortlich ist

Verantwortlich für die Verarbeitung personenbezogener Daten auf dieser Website und im Kundenportal ist der im [Impressum](/impressum) genannte Betrieb. Dort stehen auch die Kontaktdaten für Fragen zum Datenschutz.

## Besuch der Website

Beim Aufruf einer Seite überträgt Ihr Browser die IP-Adresse und die angefragte Adresse. Beides ist nötig, um die Seite auszuliefern. Der Server schreibt zu jeder Anfrage ein Protokoll mit Zeitpunkt, angefragter Adresse, Ergebnis und Dauer, um Störungen und Angriffe zu erkennen. Ihre IP-Adresse steht darin nur bei Anfragen, die abgelehnt wurden oder fehlgeschlagen sind. Grundlage ist unser berechtigtes Interesse am sicheren Betrieb (Art. 6 Abs. 1 Buchst. f DSGVO).

Die Website bindet **keine Inhalte Dritter** ein: Schriften, Bilder und Programme kommen vom selben Server. Es gibt keine Reichweitenmessung, keine Werbung und keine Profile.

## Cookies

Es werden nur Cookies gesetzt, die für den Betrieb nötig sind (§ 25 Abs. 2 Nr. 2 TDDDG):

- **csrftoken** schützt Formulare davor, dass eine fremde Seite sie in Ihrem Namen absendet.
- **sid** (bei verschlüsselter Verbindung **__Host-sid**) hält Ihre Anmeldung im Kundenportal. Es verliert seine Gültigkeit, wenn Sie sich abmelden oder länger nicht arbeiten.
- **login** (bei verschlüsselter Verbindung **__Host-login**) hält eine Anmeldung höchstens fünf Minuten lang fest, bis der zweite Faktor bestätigt ist.
- **device** (bei verschlüsselter Verbindung **__Host-device**) ist ein Gerätekennzeichen. Es wird bei der Anmeldung gesetzt und bleibt ein Jahr. Es sorgt dafür, dass fremde Fehlversuche Sie auf Ihrem eigenen Gerät nicht aussperren.

## Kontaktformular

Was Sie im Kontaktformular eingeben (E-Mail-Adresse, Text und, wenn Sie mögen, Name und Telefonnummer), wird auf unserem Server gespeichert und uns per E-Mail zugestellt. Wir verwenden es nur, um Ihre Nachricht zu beantworten (Art. 6 Abs. 1 Buchst. b oder f DSGVO). Um Massensendungen abzuwehren, wird gezählt, wie oft von einem Netzanschluss gesendet wird; diese Zählung wird nach kurzer Zeit gelöscht.

## Kundenportal

Für Kundinnen und Kunden speichern wir die Daten, die zur Zusammenarbeit gehören: Stammdaten, Zugänge zum Portal, Tickets, Anfragen, Dienste, Arbeitszeiten und Rechnungen (Art. 6 Abs. 1 Buchst. b DSGVO). Ihr Passwort für das Portal wird nur als Prüfwert gespeichert; Passwörter Ihrer Geräte und Websites liegen verschlüsselt. Zu jeder Anmeldung werden Zeitpunkt, IP-Adresse und Browserkennung festgehalten; Sie sehen Ihre Anmeldungen in den Einstellungen und können sie dort beenden.

Änderungen werden in einem Protokoll festgehalten, damit nachvollziehbar bleibt, wer was wann getan hat (Art. 6 Abs. 1 Buchst. c und f DSGVO). Öffnet der Betrieb das Portal in Ihrer Ansicht, wird auch das protokolliert; ändern lässt sich in dieser Ansicht nichts.

## Newsletter und Benachrichtigungen

Den Newsletter erhalten Sie nur, wenn Sie ihn im Kundenportal bestellt und mit dem Link in einer E-Mail bestätigt haben (Art. 6 Abs. 1 Buchst. a DSGVO). Als Nachweis speichern wir den Wortlaut Ihrer Einwilligung sowie Zeitpunkt und IP-Adresse von Bestellung und Bestätigung. Sie können ihn jederzeit mit dem Link in jeder Ausgabe oder in den Einstellungen abbestellen. Auch die Benachrichtigungen zu Ihren Tickets, Anfragen, Rechnungen und Diensten lassen sich dort ausschalten.

## Wer Daten erhält

Daten gehen nur an Stellen, die für den Betrieb nötig sind: an den Betreiber des Servers und an den Dienst, über den E-Mails versendet werden. Steuerlich erforderliche Unterlagen erhält unsere Steuerberatung.

## Wie lange Daten bleiben

Nachrichten aus dem Kontaktformular löschen wir, wenn die Sache erledigt ist und keine Pflicht zur Aufbewahrung besteht. Rechnungen und die zugehörigen Nachweise werden für die Dauer der gesetzlichen Fristen aufbewahrt.

## Ihre Rechte

Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Übertragbarkeit Ihrer Daten sowie das Recht, einer Verarbeitung auf Grundlage berechtigter Interessen zu widersprechen. Sie können sich bei einer Datenschutz-Aufsichtsbehörde beschweren.

Dieser Text gehört zu den Einstellungen des Betriebs und lässt sich dort ändern.`

export const accessibilityText = `## Stand

Wir möchten, dass alle Menschen diese Website und das Kundenportal nutzen können. Maßstab ist die Norm EN 301 549 mit den Kriterien der WCAG 2.2, Stufe AA.

## Was dafür getan ist

- Alle Funktionen lassen sich mit der Tastatur bedienen, der Fokus ist sichtbar.
- Überschriften, Listen, Tabellen und Formulare sind für Bildschirmleser ausgezeichnet, Meldungen werden angesagt.
- Zustände sind nie nur an der Farbe zu erkennen.
- Texte und Bedienelemente haben ausreichenden Kontrast, in heller und in dunkler Darstellung.
- Bewegungen ruhen, wenn Ihr Gerät das wünscht. Die Seiten lassen sich auf 400 Prozent vergrößern.

## Barriere melden

Wenn Ihnen etwas im Weg steht, schreiben Sie uns über das [Kontaktformular](/contact). Nennen Sie möglichst die Seite und was Sie vorhatten.

Dieser Text gehört zu den Einstellungen des Betriebs und lässt sich dort ändern.`
