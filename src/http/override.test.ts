import { expect, test } from 'vitest'
import { applyOverrides } from './override.ts'

const routed = (url: string, method = 'GET', headers: Record<string, string> = {}) => {
  const message = { method, url, headers }
  const path = applyOverrides(message, '/wp-json')
  return `${message.method} ${path}`
}

test.each([
  ['/?rest_route=/tribe/events/v1/events/4', '/wp-json/tribe/events/v1/events/4?'],
  ['/?page=2&rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents', '/wp-json/tribe/events/v1/events?page=2'],
  ['/index.php?rest_route=/', '/wp-json/?'],
  ['/events?rest_route=/x', '/events?rest_route=/x'],
  ['/?rest_route=x', '/?rest_route=x'],
  ['/index.php', '/'],
  ['/index.php?p=4', '/?p=4'],
  ['/index.php?post_type=tribe_events&ical=1', '/?post_type=tribe_events&ical=1'],
  ['//wp-json/tribe/events/v1/events?page=2', '/wp-json/tribe/events/v1/events?page=2'],
  ['/index.php/wp-json/tribe/events/v1/events', '/wp-json/tribe/events/v1/events'],
  ['//?rest_route=/x&y=//z', '/wp-json/x?y=%2F%2Fz'],
  ['/wp-json//tribe?next=//x', '/wp-json//tribe?next=//x'],
  ['/index.phpx/y', '/index.phpx/y'],
  ['*', '*'],
])('%s is %s', (url, path) => {
  expect(routed(url)).toBe(`GET ${path}`)
})

test('a POST may stand for another method, nothing else may (D36)', () => {
  expect(routed('/x?_method=put', 'POST')).toBe('PUT /x?_method=put')
  expect(routed('/x', 'POST', { 'x-http-method-override': 'DELETE' })).toBe('DELETE /x')
  expect(routed('/x?_method=DELETE')).toBe('GET /x?_method=DELETE')
  expect(routed('/x?_method=brew', 'POST')).toBe('POST /x?_method=brew')
  expect(routed('/x?_method=', 'POST')).toBe('POST /x?_method=')
})
