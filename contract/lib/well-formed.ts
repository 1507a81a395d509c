/** Replaces lone surrogates, which UTF-8 cannot encode. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')
