import type { TyreListing } from '../../../../contract/matching/matching.ts'

/** Question before an action that other people notice. */
export interface ListingQuestion {
  title: string
  explanation: string
  /** text of the button that acts */
  answer: string
  act(): void
}

type Words = Omit<ListingQuestion, 'act'>

/** Question before our own listing is detached from its tyre. */
export const detachQuestion = ({ site, name }: TyreListing): Words => ({
  title: 'Убрать нашу цену с этой карточки?',
  explanation: `«${name}» на ${site} станет отдельной шиной, а здесь не будет ни нашей цены, ни её истории. Пока карточка открыта, это можно отменить.`,
  answer: 'Это другая шина',
})

/** Question before a match is reported to the analysts. */
export const reportQuestion = ({ site, name }: TyreListing): Words => ({
  title: 'Сообщить, что это другая шина?',
  explanation: `Аналитик проверит предложение «${name}» на ${site}. До его решения цены сайта останутся на карточке.`,
  answer: 'Сообщить',
})
