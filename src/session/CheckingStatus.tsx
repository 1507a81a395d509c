import './session.css'

/** @param whole instead of a page, otherwise as a line over it */
export function CheckingStatus({ whole = false }: { whole?: boolean }) {
  return (
    <p role="status" className={whole ? 'checking checking-whole' : 'checking checking-line'}>
      Проверка авторизации…
    </p>
  )
}
