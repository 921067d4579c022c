import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { backupTexts } from '#web/texts/backups.texts.ts'
import { backupPlaceQuery } from './backup.query-options.ts'
import { composeCommands, restoreCommands } from './restore-commands.ts'

const texts = backupTexts.restore

/** Instructions for a restore, with the commands for the server. */
export function RestoreSteps({ file = texts.anyFile }: { file?: string | undefined }) {
  const { data: place, isError, refetch, isFetching } = useQuery(backupPlaceQuery())
  if (!place && isError) return <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} />
  if (!place) return <SkeletonText lines={6} />
  const { dataFolder, keysFile, isKeysFileInDataFolder, engine } = place
  const commands = restoreCommands(dataFolder, file)
  return (
    <Card title={texts.title}>
      <p className="max-w-reading text-muted">{texts.lead}</p>
      <ol className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Step title={texts.have}>
          <p>{texts.haveFile(`${dataFolder}/backups`)}</p>
          <p>
            {isKeysFileInDataFolder ? texts.haveKeys(`${dataFolder}/${keysFile}`) : texts.haveKeysElsewhere(keysFile)}
          </p>
          <p>{texts.newMachine}</p>
          {engine === 'postgres' ? <p>{texts.postgres}</p> : null}
        </Step>
        <Step title={texts.verify} command={commands.verify}>
          <p>{texts.verifyText}</p>
        </Step>
        <Step title={texts.stop} command={commands.stop} />
        <Step title={texts.put} command={commands.restore}>
          <p>{texts.putText}</p>
        </Step>
        <Step title={texts.start} command={commands.start}>
          <p>{texts.startText}</p>
        </Step>
        <Step title={texts.undo} command={commands.undo}>
          <p>{texts.undoText}</p>
        </Step>
      </ol>
      <div className="mt-6">
        <Disclosure summary={texts.compose} headingLevel={3}>
          <Command name={texts.compose} text={composeCommands(file)} />
        </Disclosure>
      </div>
    </Card>
  )
}

interface StepProps {
  title: string
  command?: string | undefined
  children?: ReactNode
}

function Step({ title, command, children }: StepProps) {
  return (
    <li className="grid max-w-form content-start gap-2 text-label">
      <h3 className="font-sans text-body font-semibold tracking-normal">{title}</h3>
      {children}
      {command ? <Command name={title} text={command} /> : null}
    </li>
  )
}

function Command({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-hairline bg-sunken py-1 pr-1 pl-3 text-ink">
      <code className="min-w-0 flex-1 py-2 text-small">
        {text.split('\n').map(line => (
          <Line key={line} words={line.split(' ')} />
        ))}
      </code>
      <CopyButton name={texts.commandOf(name)} value={text} />
    </div>
  )
}

/** Breaks between words, not within an option that starts with hyphens. */
function Line({ words }: { words: readonly string[] }) {
  return (
    <span className="block wrap-anywhere">
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command keep their order
        <Fragment key={index}>
          <span className="inline-block max-w-full">{word}</span>{' '}
        </Fragment>
      ))}
    </span>
  )
}
