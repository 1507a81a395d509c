import { IS_QUICK } from '../support/extent.ts'
import { inMilliseconds, inSeconds, median, percentile, rounded, table } from '../support/figures.ts'
import { type AnswerFigures, measureAnswers } from './answers.ts'
import { type ImportFigures, measureImports } from './imports.ts'
import { LISTED, type ListFigures, measureList } from './list.ts'
import { PEOPLE } from './people.ts'

/** Measures what notifications add to an import, the answer listing them, and a list of 10,000 in a browser. */
export async function benchNotifications(): Promise<string> {
  const imports = await measureImports()
  const answers = await measureAnswers()
  const sections = [importSection(imports), answerSection(answers)]
  // Has nothing to compare with.
  if (!IS_QUICK) sections.push(listSection(await measureList()))
  return sections.join('\n\n')
}

function importSection({ seconds, offers, notifications, messages }: ImportFigures): string {
  const base = median(seconds.compared)
  const row = (name: string, times: readonly number[]) => [
    name,
    inSeconds(median(times)),
    `${inSeconds(Math.min(...times))} – ${inSeconds(Math.max(...times))}`,
    `${((median(times) / base - 1) * 100).toFixed(1)} %`,
  ]
  return [
    `**Creating.** The second of two days, ${rounded(offers)} offers in ten files with the real command, into a database with the`,
    `first day; the variants are interleaved, ${seconds.told.length} rounds. ${PEOPLE} users, each with two links, get ${rounded(notifications)} notifications and`,
    `${rounded(messages)} messages to deliver. Target: at most 30 % overhead.`,
    '',
    table(
      ['', 'time, median', 'fastest – slowest', 'compared with the second row'],
      [
        row('nothing to compare with: sites without an earlier day', seconds.alone),
        row('compared with the day before, no users', seconds.compared),
        row(`compared, and notifications for ${PEOPLE} users`, seconds.told),
      ],
    ),
  ].join('\n')
}

const spread = (times: readonly number[]): string =>
  `${inMilliseconds(percentile(times, 0.5))} / ${inMilliseconds(percentile(times, 0.95))}`

function answerSection(answers: readonly AnswerFigures[]): string {
  return [
    '**Listing.** GET getNotifications from the real server with 100,000 stored notifications, p50 / p95, with the client on the',
    'same machine. The list is sent after a change; otherwise the browser revalidates its cached one and gets a 304, as in',
    'nearly every poll. Target: p95 ≤ 15 ms.',
    '',
    table(
      ['notifications of the user', 'in the list', 'bytes', 'with the list', '304'],
      answers.map(({ owned, listed, bytes, whole, known }) => [
        owned.toLocaleString('en'),
        listed.toLocaleString('en'),
        rounded(bytes),
        spread(whole),
        spread(known),
      ]),
    ),
  ].join('\n')
}

const worst = (values: readonly number[], write: (value: number) => string): string =>
  `${write(median(values))} (${write(Math.max(...values))})`
const ms = (value: number): string => `${value.toFixed(0)} ms`

function listSection({ received, opened, nodes, longTasks, scrollTask, arrivalTask }: ListFigures): string {
  return [
    `**Displaying.** ${LISTED.toLocaleString('en')} notifications in Chromium with the built app, fresh pages, median with the worst in brackets. Painted means`,
    'the frame after the one with the first items, so two frames (33 ms) are the minimum. Scrolling: by 60 px and by 8,000 px per',
    'frame. Targets: first render ≤ 100 ms, no task over 50 ms while scrolling.',
    '',
    table(
      ['', `${received.length} pages`],
      [
        ['from the last byte of the answer to painted', worst(received, ms)],
        ['from the click that opens the page, with the list loaded, to painted', worst(opened, ms)],
        ['elements in the page', String(nodes)],
        ['tasks over 50 ms while scrolling', worst(longTasks, String)],
        ['longest task while scrolling, processor time', worst(scrollTask, ms)],
        ['the same while an answer with one more arrives', worst(arrivalTask, ms)],
      ],
    ),
  ].join('\n')
}

if (import.meta.main) process.stdout.write(`${await benchNotifications()}\n`)
