import type { Answered, TestApp } from '../support/app.ts'
import { expect } from 'vitest'

/** A new event as it is proposed in tests. */
export const fields = {
  title: 'Winter Swim',
  start_date: '2031-12-21 08:00',
  end_date: '2031-12-21 10:30',
}

/** The settings of a calendar to which everybody may propose events; no mail is sent, but all are stored. */
export const open = {
  SUBMISSIONS: 'everybody',
  SUBMISSIONS_QUEUE: '40',
  SUBMISSIONS_HOURLY: '1000',
  SITE_URL: 'https://calendar.example.org',
  SITE_TIMEZONE: 'Europe/Berlin',
  MAIL_FOLDER: '/nonexistent',
}

/** What tests do with what is proposed to a calendar. */
export function submissionsOf(app: () => TestApp) {
  const waiting = async (): Promise<Answered['body'][]> =>
    (await app().read('submissions', { per_page: 50 }, 'editor')).submissions
  const propose = (json: object, as?: 'subscriber' | 'contributor') =>
    app().ask({ method: 'POST', path: 'submissions', json, ...(as ? { as } : {}) })
  return {
    propose,
    waiting,
    /** Proposes something as somebody who has signed in, so that it waits at once; answers its ID. */
    proposed: async (json: object): Promise<number> => {
      const { status, text } = await propose(json, 'subscriber')
      expect([status, text]).toEqual([202, expect.anything()])
      return (await waiting()).at(-1).id
    },
    decide: (id: number, what: string, json: object = {}) =>
      app().ask({ as: 'editor', method: 'POST', path: `submissions/${id}/${what}`, json }),
    mails: () => app().db.read.selectFrom('mail_outbox').selectAll().orderBy('id').execute(),
    highestId: async () =>
      (
        await app()
          .db.read.selectFrom('items')
          .select((row) => row.fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id,
    /** Removes all that was proposed. */
    clear: async () => {
      await app().db.write(async (tx) => {
        for (const table of ['submissions', 'submitters', 'mail_outbox'] as const)
          await tx.deleteFrom(table).execute()
      })
    },
  }
}
