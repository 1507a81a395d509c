import type { NounForms } from './plural.ts'

export const PRICES: NounForms = ['цена', 'цены', 'цен']
export const TYRES: NounForms = ['шина', 'шины', 'шин']
