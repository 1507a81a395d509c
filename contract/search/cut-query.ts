/** Longer queries are cut (specification 16.1). */
const QUERY_LENGTH = 200

/** A query of at most QUERY_LENGTH characters, without half a character at the cut. */
export const cutQuery = (text: string): string => text.slice(0, QUERY_LENGTH).replace(/[\ud800-\udbff]$/, '')
