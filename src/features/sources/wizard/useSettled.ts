import { useEffect, useState } from 'react'

/**
 * Returns a value once it has not changed for a while.
 * @param pause in milliseconds
 */
export function useSettled<Value>(value: Value, pause: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
