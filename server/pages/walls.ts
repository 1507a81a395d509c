import { type ChildNode, isTag, isText } from 'domhandler'
import type { PageDocument } from './page-document.ts'

/** Longest page in characters of text that can be a wall: a page with goods says more. */
const MAX_TEXT = 3_000
const UNSEEN = new Set(['script', 'style', 'template', 'noscript'])

const WALLS: readonly [pattern: RegExp, reason: string][] = [
  [
    /(?:вам|мне)\s(?:уже\s)?(?:есть|исполнилось|больше)\s(?:уже\s)?\d\d|подтвердите[^.!?]{0,40}(?:возраст|\d\d лет|совершеннолет)|(?:verify|confirm) your age|are you (?:over|at least) \d\d|\bage (?:gate|verification)/iu,
    'Вместо страницы сайт спрашивает возраст',
  ],
  [
    /(?:прежде чем|чтобы|для того чтобы) (?:продолжить|перейти|войти)[^.!?]{0,80}(?:cookie|куки|соглас)|(?:примите|принять|разрешите|соглас\p{L}{1,8})[^.!?]{0,60}(?:cookie|куки)|before you continue|(?:accept|consent to|agree to)[^.!?]{0,40}cookies/iu,
    'Вместо страницы сайт спрашивает согласие на cookie',
  ],
  [
    /включите cookie|cookies? (?:отключены|должны быть включены)|(?:enable|turn on) cookies/iu,
    'Вместо страницы сайт требует cookie',
  ],
  [
    /проверка (?:вашего )?браузера|я не робот|вы не робот|captcha|капч|just a moment|checking (?:if|your browser)|ddos-guard|enable javascript and cookies/iu,
    'Вместо страницы сайт проверяет, не программа ли её читает',
  ],
]

/** Returns what a page without prices asks of a person before it shows anything, in Russian; '' for no such page. */
export function wallOf({ elements }: PageDocument): string {
  const text = textOf(elements.filter(({ parent }) => !parent || !isTag(parent)))
  if (text.length > MAX_TEXT) return ''
  return WALLS.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}

/** Returns the visible text of a page, as far as it may be a wall. */
function textOf(roots: readonly ChildNode[]): string {
  let text = ''
  const add = (node: ChildNode): void => {
    if (text.length > MAX_TEXT) return
    if (isText(node)) text += ` ${node.data.slice(0, MAX_TEXT).replace(/\s+/g, ' ')}`
    else if (isTag(node) && !UNSEEN.has(node.name)) for (const child of node.children) add(child)
  }
  for (const node of roots) add(node)
  return text
}
