import { type Colour, contrast, MARK_ON, readTokens, TEXT_ON } from './tokens.ts'

/** Pictures of the story page, each with the heading of its section. */
export const STORIES = {
  type: 'Type and numbers',
  colours: 'Colours',
  buttons: 'Buttons and choices',
  fields: 'Fields',
  messages: 'Messages and progress',
  surfaces: 'Surfaces, menus and dialogs',
  table: 'A table',
} as const
export type Story = keyof typeof STORIES
export const THEMES = ['light', 'dark'] as const

/** Uses of the tokens that are more than their names say. */
const FONT_USES: Readonly<Record<string, string>> = {
  'font-11': 'marks in a cell',
  'font-12': 'hints, heads of a table',
  'font-13': 'rows of a table, labels of fields, notes',
  'font-14': 'secondary text, lists',
  'font-15': 'text of dialogs and alerts',
  'font-16': 'text, buttons, fields',
  'font-17': 'the number of a card',
  'font-18': 'headings of a section',
  'font-22': 'heading of a page',
}

const MOTION_USES: Readonly<Record<string, string>> = {
  motion: 'the answer to an action: opacity, transform, border',
  'motion-wait': 'delay of what says that something is loading, so that a fast answer shows no spinner',
}

const ratio = (value: number): string => value.toFixed(1)

/** Returns 'surface 15.2 / 13.9; …': the contrast on each surface in the light and in the dark theme. */
function contrasts({ name, light, dark }: Colour, colours: readonly Colour[]): string {
  const surfaces = TEXT_ON[name] ?? MARK_ON[name] ?? []
  return surfaces
    .map((surface) => {
      const on = colours.find((colour) => colour.name === surface)
      if (!on) throw new Error(`tokens.css has no --${surface}`)
      return `${surface} ${ratio(contrast(light, on.light))} / ${ratio(contrast(dark, on.dark))}`
    })
    .join('; ')
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const inPixels = (value: string): string => {
  const rem = /^([\d.]+)rem$/.exec(value)?.[1]
  return rem === undefined ? value : `${value}, ${Number(rem) * 16} px`
}

/** Returns the content of docs/visual-language.md. */
export function visualLanguageDocument(): string {
  const { colours, values } = readTokens()
  const some = (prefix: string) => [...values].filter(([name]) => name.startsWith(prefix))
  const picture = (story: Story) =>
    `| ${THEMES.map((theme) => `![${STORIES[story]}, ${theme}](visual-language/${story}-${theme}.png)`).join(' | ')} |`
  return `# Visual language

Written by \`npm run visual-language\` from \`src/ui/tokens.css\` and the components of \`src/ui\`; not to be edited.
The texts are in \`tests/screens/visual-language/document.ts\`, the pictures show \`tests/screens/visual-language/page/main.tsx\`.

Calm and dense: the number that decides something is the most visible thing on a screen, and everything else steps back.

## Rules

| do | don't |
|---|---|
| at most one primary button a screen: the next step | a second blue button beside it, or a primary one in a list's rows |
| at most two weights in a table: 400, and 600 for heads and the deciding number | bold for emphasis in every second cell |
| tabular figures, right-aligned, with a space between thousands | prices in proportional figures or centred |
| one currency mark per head ('Наша цена, ₽') | '₽' in each cell |
| an icon where it is faster than words: search, close, back, more | an icon in front of each label |
| a colour with a meaning: accent for what can be pressed, rise and fall for prices, tints for distance from the median | a colour as decoration, or as the only carrier of a meaning |
| a tooltip and an ellipsis for a text that may be cut; the deciding number is never cut | a text that ends at the edge |
| skeletons and reserved lines, so that nothing moves while data loads | a message above the table that pushes it down |
| a line or empty space between groups | a card inside a card |
| the words of a seller of tyres, short | 'Пожалуйста', 'успешно', an exclamation mark |

The limits that are measured are in [specification 22.1](specification/22-screens.md).

## Type

One family, the system's own ("Segoe UI", system-ui, Roboto, Noto Sans): nothing is loaded. Weights: 400, 500 for labels, 600 for headings, buttons and the deciding number.

${table(
  ['token', 'size', 'use'],
  some('font-').map(([name, value]) => [`\`--${name}\``, inPixels(value), FONT_USES[name] ?? '']),
)}

| light | dark |
|---|---|
${picture('type')}

## Colours

Contrasts are those of the light and the dark theme. Texts have at least 4.5, marks and lines that carry a meaning 3.

${table(
  ['token', 'light', 'dark', 'contrast on a surface'],
  colours.map((colour) => [
    `\`--${colour.name}\``,
    `\`${colour.light}\``,
    `\`${colour.dark}\``,
    contrasts(colour, colours),
  ]),
)}

| light | dark |
|---|---|
${picture('colours')}

## Space and size

${table(
  ['token', 'value'],
  [...some('space-'), ...some('control'), ...some('radius')].map(([name, value]) => [
    `\`--${name}\``,
    inPixels(value),
  ]),
)}

Controls are 44 px high where the pointer is coarse. Cards have one and a half of the radius, dialogs twice; chips and badges are round.

## Shadows and motion

${table(
  ['token', 'value'],
  some('shadow').map(([name, value]) => [`\`--${name}\``, `\`${value.replaceAll(/\s+/g, ' ')}\``]),
)}

A shadow means 'above the page': menus, dialogs, the card beside a table. Cards and rows have a border instead.

${table(
  ['token', 'value', 'use'],
  some('motion').map(([name, value]) => [`\`--${name}\``, value, MOTION_USES[name] ?? '']),
)}

Nothing moves that the person did not touch, and with 'reduced motion' nothing moves at all.

## Components

| for | use |
|---|---|
| a form whose texts and problems are data | \`useFields\` with a \`FieldTable\` (\`src/ui/useFields.tsx\`); limits of numbers come from the schema of the call |
| a form that is sent as typed, such as one with passwords | \`useForm\` (\`src/data/useForm.ts\`): the refusal stands at its field, which gets the focus |
| an action, whether it is running, and why it failed | \`useAction\` (\`src/data/useAction.ts\`); \`AskDialog\` confirms it |
| the data of a query, its loading, and its failure with 'Повторить' | \`QueryState\` (\`src/features/cabinet/QueryState.tsx\`) |
| files to choose and to download, and the report of an import | \`FileButton\`, \`FormatButtons\` and \`ImportReport\` (\`src/features/cabinet/FileButton.tsx\`) |

${(Object.keys(STORIES) as Story[])
  .filter((story) => story !== 'type' && story !== 'colours')
  .map((story) => `### ${STORIES[story]}\n\n| light | dark |\n|---|---|\n${picture(story)}\n`)
  .join('\n')}`
}
