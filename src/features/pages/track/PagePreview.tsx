import { useState } from 'react'

interface PagePreviewProps {
  /** texts of the page as HTML, in which marks number the prices */
  preview: string
}

/** Texts of a shop's page in a frame without scripts and without an origin, rendered once it is opened. */
export function PagePreview({ preview }: PagePreviewProps) {
  const [opened, setOpened] = useState(false)
  if (preview === '') return null
  return (
    <details className="page-preview" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>Показать страницу</summary>
      {opened && <iframe title="Тексты страницы с номерами цен" sandbox="" srcDoc={preview} />}
    </details>
  )
}
