/** Shown while a part of the app is on its way. */
export function Loading({ text = 'Загрузка...' }: { text?: string }) {
  return (
    <p className="loading" role="status">
      {text}
    </p>
  )
}
