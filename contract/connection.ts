/** What a browser may tell of its connection (Network Information API); Firefox and Safari tell nothing. */
export interface Connection {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** Whether fetching much would cost the person money or time; false if the browser does not say. */
export function isMetered({ saveData, type, effectiveType = '4g' }: Connection = {}): boolean {
  return saveData === true || type === 'cellular' || effectiveType !== '4g'
}
