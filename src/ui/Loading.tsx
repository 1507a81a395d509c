import './loading.css'

/** Message while a part of the app is loading. */
export function Loading({ text = 'Загрузка...' }: { text?: string | undefined }) {
  return (
    <p className="loading" role="status">
      {text}
    </p>
  )
}
