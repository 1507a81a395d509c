/** Without lone halves of surrogate pairs, which no UTF-8 can hold. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')
