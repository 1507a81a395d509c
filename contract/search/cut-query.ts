/** Maximum number of characters; longer queries are cut (specification 16.1). */
const QUERY_LENGTH = 200

/** Cuts a query to QUERY_LENGTH characters, without half a surrogate pair at the cut. */
export const cutQuery = (text: string): string => text.slice(0, QUERY_LENGTH).replace(/[\ud800-\udbff]$/, '')
