import './session.css'

/**
 * Progress of the session check.
 * @param whole whether it fills the page; otherwise it is a line above the page
 */
export function CheckingStatus({ whole = false }: { whole?: boolean }) {
  return (
    <p role="status" className={whole ? 'checking checking-whole' : 'checking checking-line'}>
      Проверка авторизации…
    </p>
  )
}
