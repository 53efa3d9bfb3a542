import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type Answered, noteIn, requestLine } from './requestLog.ts'
import { anyCharacter } from '../../test/support/anyCharacter.ts'

const usual: Answered = { method: 'GET', url: '/events', route: '/events', status: 200, ms: 1 }

/** The line of a request, and what the logger of another program makes of it. */
function lines(answered: Partial<Answered>): { ours: string; theirs: string } {
  let theirs = ''
  const log = pino(
    { base: { worker: 3 }, timestamp: () => ',"time":5' },
    { write: (line) => (theirs = line) },
  )
  noteIn(log)({ ...usual, ...answered })
  return { ours: requestLine({ ...usual, ...answered }, 5, '"worker":3,'), theirs }
}

const logged = (url: string, ms = 1): { url?: unknown; ms?: unknown } =>
  JSON.parse(requestLine({ ...usual, url, ms }, 5))

test('a line has what was asked for, and ends where it ends', () => {
  const answered = { ...usual, address: '192.0.2.1', user: 'ann', bytes: 512, agent: 'curl/8' }
  expect(requestLine(answered, 5)).toBe(
    '{"level":30,"time":5,"method":"GET","url":"/events","status":200,"ms":1,"address":"192.0.2.1","user":"ann","bytes":512,"agent":"curl/8","msg":"request"}\n',
  )
  expect(requestLine(usual, 5)).not.toMatch(/address|user|bytes|agent|route/)
})

test('a line is what the logger would have written, whatever a request says', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 40 })
  fc.assert(
    fc.property(text, text, fc.double({ min: 0, max: 1e6, noNaN: true }), (url, agent, ms) => {
      const { ours, theirs } = lines({ url: `/${url}`, agent, ms, address: '::1', bytes: 1 })
      expect(JSON.parse(ours)).toEqual(JSON.parse(theirs))
      expect(ours.match(/[\r\n]/g)).toEqual(['\n'])
    }),
  )
})

test('times are logged to the microsecond', () => {
  expect(logged('/events', 1.234_567_8).ms).toBe(1.235)
})

test.each([
  ['/events', '/events'],
  ['/events?page=1&search=password', '/events?page=1&search=password'],
  ['/events?password=open+sesame&page=1', '/events?password=…&page=1'],
  ['/events?page=1&password=open=sesame', '/events?page=1&password=…'],
  ['/events?password[]=open&password[0]=sesame', '/events?password[]=…&password[0]=…'],
  ['/events?p%61ssword=open', '/events?p%61ssword=…'],
  ['/events?PASSWORD=open&+password=sesame', '/events?PASSWORD=…&+password=…'],
  ['/events??password=open', '/events??password=…'],
  ['/submissions?email=ann@example.org&state=spam', '/submissions?email=…&state=spam'],
  ['/submission/AAbb-_9?lang=de', '/submission/…?lang=de'],
  ['/calendar/submission/AAbb-_9', '/calendar/submission/…'],
  ['/mail/leave/AAbb-_9', '/mail/leave/…'],
  ['/mail/settings/AAbb-_9.h2x?lang=de', '/mail/settings/…?lang=de'],
  ['/mail/confirm/AAbb-_9', '/mail/confirm/…'],
  ['/mail?categories=music&token=AAbb-_9.h2x', '/mail?categories=music&token=…'],
  ['/registration/AAbb-_9?done=cancel', '/registration/…?done=cancel'],
  ['/registration/AAbb-_9.ics', '/registration/…'],
  ['/vendor/events/v1/events/7/registration', '/vendor/events/v1/events/7/registration'],
  ['/submissions/12/accept', '/submissions/12/accept'],
  ['/registration/AAbb-_9?lang=de', '/registration/…?lang=de'],
  ['/registration/AAbb-_9.ics', '/registration/…'],
  ['/events/7/registration?password=open', '/events/7/registration?password=…'],
  ['/events/7/guests?search=ann&page=2', '/events/7/guests?search=…&page=2'],
  ['/events/7/guests.csv?se%61rch=ann', '/events/7/guests.csv?se%61rch=…'],
  ['/events?search=guests', '/events?search=guests'],
])('of %s the log has %s', (url, shown) => {
  expect(logged(url).url).toBe(shown)
})
