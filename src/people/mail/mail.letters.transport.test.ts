import { expect, test } from 'vitest'
import { refusal, startMailServer } from '../../../test/support/mailServer.ts'
import { readConfig } from '../../config/config.ts'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import { lettersTransportOf, type OutgoingMail } from './mail.transport.ts'

const mail = (key: string, to = 'gull@example.org'): OutgoingMail => ({
  kind: 'letter',
  to,
  subject: 'Music: 4 – 6 December',
  text: 'Text',
  html: '<p>Text</p>',
  key,
  at: 1_900_000_000,
  headers: {
    'List-Unsubscribe': `<https://calendar.example.org/mail/leave/${'x'.repeat(120)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': 'Musik für alle <digest-12.calendar.example.org>',
    'Content-Language': 'de\r\nBcc: victim@example.org',
  },
})
const open = (port: number) =>
  lettersTransportOf(
    readConfig({
      SITE_URL: 'https://calendar.example.org',
      SMTP_URL: `smtp://localhost:${port}`,
      MAIL_FROM: 'City <calendar@example.org>',
    }),
  )
const soon = () => AbortSignal.timeout(60_000)

test('many letters go over one connection, with headers on lines of their own; after a rest there is another one', async () => {
  const server = await startMailServer()
  const transport = open(server.port)
  for (const key of ['one', 'two', 'three']) await transport?.send(mail(key), soon())
  transport?.rest()
  await transport?.send(mail('four'), soon())
  transport?.rest()
  const connections = server.taken.map(({ connection }) => connection)
  expect(connections.map((each) => connections.indexOf(each))).toEqual([0, 0, 0, 3])
  const [first] = server.taken
  expect(first?.messageId).toBe('<one@example.org>')
  expect(first?.raw).toContain(
    `\nList-Unsubscribe: <https://calendar.example.org/mail/leave/${'x'.repeat(120)}>\r\n`,
  )
  expect(first?.raw).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(first?.headers.has('bcc')).toBe(false)
  expect(first?.raw).toMatch(
    /\nList-I[Dd]: (=\?UTF-8\?B\?[\w+/=]+\?= )+<digest-12\.calendar\.example\.org>\r\n/,
  )
  const words = [...(first?.raw.matchAll(/=\?UTF-8\?B\?([\w+/=]+)\?= /g) ?? [])].map(([, word]) => word ?? '')
  expect(words.map((word) => Buffer.from(word, 'base64').toString()).join('')).toBe('Musik für alle')
  expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated\r\n/m)
})

test('a refusal of the recipient is told apart from one of the sender, and the next letter goes on', async () => {
  const server = await startMailServer({
    atRecipient: (address) => {
      if (address.startsWith('gone')) throw refusal(550, 'No such user')
      if (address.startsWith('full')) throw refusal(452, 'Mailbox full')
    },
  })
  const transport = open(server.port)
  const faultOf = async (to: string) => {
    const fault: unknown = await transport?.send(mail('x', to), soon()).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(DeliveryFault)
    const { isOfRecipient, isFinal, isOfAll } = fault as DeliveryFault
    return { isOfRecipient, isFinal, isOfAll }
  }
  expect(await faultOf('gone@example.org')).toEqual({ isOfRecipient: true, isFinal: true, isOfAll: false })
  expect(await faultOf('full@example.org')).toEqual({ isOfRecipient: false, isFinal: false, isOfAll: false })
  await transport?.send(mail('good'), soon())
  expect(server.taken).toHaveLength(1)
  transport?.rest()
  const closed = await startMailServer({
    atSender: () => {
      throw refusal(550, 'Who are you?')
    },
  })
  const refused: unknown = await open(closed.port)
    ?.send(mail('y'), soon())
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ isOfRecipient: false, isOfAll: true })
})
