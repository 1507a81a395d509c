// Specification 3.16

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NewUserFields, readNewUser } from './new-user.ts'

const good: NewUserFields = {
  username: 'anna@firma.ru',
  password: 'correct horse',
  role: 'user',
  percent: '12,5',
  vehicleType: '',
}

describe('specification 3.14: create user', () => {
  it('is sent with the e-mail trimmed and the percent as a number', () => {
    expect(readNewUser({ ...good, username: ' anna@firma.ru ', vehicleType: ' Легковая ' })).toEqual({
      username: 'anna@firma.ru',
      password: 'correct horse',
      role: 'user',
      percent: 12.5,
      vehicleType: 'Легковая',
    })
  })

  it.each([
    ['username', ' ab ', 'Email (username) должен быть минимум 3 символа.'],
    ['username', '', 'Email (username) должен быть минимум 3 символа.'],
    ['password', '1234567', 'Пароль должен быть минимум 8 символов.'],
    ['role', '', 'Выберите роль.'],
    ['role', 'root', 'Выберите роль.'],
    ['percent', '', 'Процент - число от 0 до 100.'],
    ['percent', '0', 'Процент - число от 0 до 100.'],
    ['percent', '0,0', 'Процент - число от 0 до 100.'],
    ['percent', '-1', 'Процент - число от 0 до 100.'],
    ['percent', '100.01', 'Процент - число от 0 до 100.'],
    ['percent', 'десять', 'Процент - число от 0 до 100.'],
    ['percent', 'Infinity', 'Процент - число от 0 до 100.'],
  ] as const)('%s %j: %s', (field, value, text) => {
    expect(readNewUser({ ...good, [field]: value })).toEqual({ field, text })
  })

  it.each([
    ['abc', 'username'],
    ['12345678', 'password'],
    ['admin', 'role'],
    ['100', 'percent'],
    ['0.1', 'percent'],
  ] as const)('%j is enough', (value, field) => {
    expect(readNewUser({ ...good, [field]: value })).toMatchObject({ role: expect.any(String) })
  })

  it('reports the first failure in order', () => {
    const bad: NewUserFields = { username: 'a', password: 'b', role: '', percent: '', vehicleType: '' }
    const order: string[] = []
    let form = bad
    for (let answer = readNewUser(form); 'field' in answer; answer = readNewUser(form)) {
      order.push(answer.field)
      form = { ...form, [answer.field]: good[answer.field] }
    }
    expect(order).toEqual(['username', 'password', 'role', 'percent'])
  })

  it('accepts only users that satisfy every rule', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('user', 'admin', '5', '12,5', '100', '0', '1e2'))
    const form = fc.record({ username: text, password: text, role: text, percent: text, vehicleType: text })
    fc.assert(
      fc.property(form, (of) => {
        const answer = readNewUser(of)
        if ('field' in answer) return
        expect(answer.username.length).toBeGreaterThanOrEqual(3)
        expect(answer.password.length).toBeGreaterThanOrEqual(8)
        expect(['user', 'admin']).toContain(answer.role)
        expect(answer.percent).toBeGreaterThan(0)
        expect(answer.percent).toBeLessThanOrEqual(100)
      }),
    )
  })
})
