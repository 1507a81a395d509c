import type { NounForms } from './plural.ts'

export const PRICES: NounForms = ['цена', 'цены', 'цен']
