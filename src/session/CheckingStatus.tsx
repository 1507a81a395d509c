import './session.css'

/**
 * Progress of the session check.
 * @param whole fills the page; otherwise a line above it
 */
export function CheckingStatus({ whole = false }: { whole?: boolean }) {
  return (
    <p role="status" className={whole ? 'checking checking-whole' : 'checking checking-line'}>
      Проверка авторизации…
    </p>
  )
}
