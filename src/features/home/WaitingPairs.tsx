import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { coverageQuery } from '../../data/matching-calls.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { countText, type NounForms } from '../../ui/plural.ts'

const PAIRS: NounForms = ['пара', 'пары', 'пар']

/**
 * Line for analysts with the number of pairs that wait for a decision, requested when the page is idle (specification
 * 21.7). Renders no link while none waits.
 */
export function WaitingPairs() {
  const decides = useQuery(companionQuery).data?.offers.includes('matching') === true
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!decides) return
    let mounted = true
    void whenIdle().then(() => mounted && setIdle(true))
    return () => {
      mounted = false
    }
  }, [decides])
  const { data } = useQuery({ ...coverageQuery, enabled: decides && idle })
  if (!decides || data?.waiting === 0) return null
  // Reserves the line, which is of its own on a phone.
  return (
    <p className="home-waiting">
      {data && <Link to={ROUTES.matching}>На проверке {countText(data.waiting, PAIRS)}</Link>}
    </p>
  )
}
