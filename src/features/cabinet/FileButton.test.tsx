import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FileButton } from './FileButton.tsx'

describe('FileButton', () => {
  it('calls back with the chosen file and accepts the same file again', () => {
    const onChoose = vi.fn()
    render(
      <FileButton accept=".csv" onChoose={onChoose}>
        Выбрать файл
      </FileButton>,
    )
    const input = screen.getByLabelText<HTMLInputElement>('Выбрать файл')
    const file = new File(['a'], 'a.csv')
    fireEvent.change(input, { target: { files: [file] } })
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(file, expect.anything())
    expect(input.value).toBe('')
  })
})
