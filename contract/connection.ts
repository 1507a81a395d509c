/** Connection properties that some browsers report (Network Information API); Firefox and Safari report none. */
export interface Connection {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** Returns whether large downloads would cost the user money or time; false if the browser reports nothing. */
export function isMetered({ saveData, type, effectiveType = '4g' }: Connection = {}): boolean {
  return saveData === true || type === 'cellular' || effectiveType !== '4g'
}
