import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { call } from '../../data/send-call.ts'
import { Button } from '../../ui/Button.tsx'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { RunFindings } from './RunFindings.tsx'
import { everySource } from './source-queries.ts'
import { formatSourceDay } from './texts.ts'

interface HeldRunProps {
  run: Run
  site: string
  kind: SourceKind
  /** called with a message about the person's decision */
  onDone(words: string): void
}

const QUESTIONS = {
  accept: {
    title: 'Принять эти цены?',
    words:
      'Они заменят цены сайта за этот день, появятся в отчётах, и люди получат уведомления об изменениях.',
    agree: 'Принять',
    done: 'Цены приняты',
  },
  decline: {
    title: 'Отклонить эти цены?',
    words: 'Файл не попадёт в отчёты. Цены, которые там уже есть, останутся.',
    agree: 'Отклонить',
    done: 'Цены отклонены',
  },
} as const

/** Prices of a held run with their anomalies, and the buttons that accept or reject them. */
export function HeldRun({ run, site, kind, onDone }: HeldRunProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const question = asked && QUESTIONS[asked]
  const reasons = run.message.split('\n').filter(Boolean)
  const findings = (run.findings ?? []).filter(({ holds }) => holds)
  return (
    <div className="held-run">
      <p>
        <strong>Цены за {formatSourceDay(run.day)} ждут решения.</strong>
        {reasons.length + findings.length === 0 && ' Файл не похож на обычные.'}
      </p>
      <Texts all={reasons} />
      <RunFindings run={run} kind={kind} findings={findings} />
      <div className="panel-actions">
        <Button variant="primary" aria-label={`Принять цены ${site}`} onClick={() => setAsked('accept')}>
          Принять
        </Button>
        <Button aria-label={`Отклонить цены ${site}`} onClick={() => setAsked('decline')}>
          Отклонить
        </Button>
      </div>
      {question && (
        <AskDialog
          title={question.title}
          agree={question.agree}
          act={async () => {
            try {
              await call(SOURCE_CALLS[asked], { run: run.id })
            } finally {
              // Refetches also after an error: another administrator may have decided about the run.
              await queries.invalidateQueries(everySource)
            }
          }}
          onDone={() => {
            setAsked(null)
            onDone(`${question.done}: ${site}, ${formatSourceDay(run.day)}.`)
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            {site}, {formatSourceDay(run.day)}.
          </p>
          <Texts all={reasons} />
          <p>{question.words}</p>
          {asked === 'accept' && findings.length > 0 && (
            <>
              <p>Больше не спросим об этом:</p>
              <Texts all={findings.map(({ text }) => text)} />
              <p>Передумать можно на странице источника, в списке «Отмечено верным».</p>
            </>
          )}
        </AskDialog>
      )}
    </div>
  )
}

function Texts({ all }: { all: readonly string[] }) {
  if (all.length < 2) return all.map((text) => <p key={text}>{text}</p>)
  return (
    <ul className="held-texts grid gap-4">
      {all.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
