/** What may become of a guest. The first four are live: they have a place, or may get one. */
export const guestStates = [
  'requested',
  'registered',
  'waiting',
  'offered',
  'canceled',
  'refused',
  'expired',
] as const
export type GuestState = (typeof guestStates)[number]

/** Those that have a place, or may get one. */
export const liveStates = ['requested', 'registered', 'waiting', 'offered'] as const satisfies GuestState[]

/** Whether they have a place, or may get one. */
export function isLive({ state }: { readonly state: GuestState }): boolean {
  return liveStates.some((live) => live === state)
}

/** Whether they have a place for certain: what only those know who come is for them. */
export function hasPlace({
  state,
  confirm_by,
}: {
  readonly state: GuestState
  readonly confirm_by: number | null
}): boolean {
  return state === 'registered' && confirm_by === null
}

/** Those whose people take places. */
export const takingStates = ['registered', 'offered'] as const satisfies GuestState[]

/** How one registers: and gets a place at once, or once an editor approves, or elsewhere. */
export const registrationModes = ['open', 'approval', 'external'] as const
export type RegistrationMode = (typeof registrationModes)[number]

/** How a registration stands. */
export const registrationStates = ['upcoming', 'open', 'waiting_list', 'full', 'closed'] as const
export type RegistrationState = (typeof registrationStates)[number]

/** What there is for who registers: places, the waiting list alone, or nothing. */
export type Room = 'some' | 'line' | 'none'

/** How a registration stands at a moment that opens then (null: at once) and closes then, in epoch seconds. */
export function standingAt(
  { opens, closes, room }: { readonly opens: number | null; readonly closes: number; readonly room: Room },
  now_s: number,
): RegistrationState {
  if (now_s >= closes) return 'closed'
  if (opens !== null && now_s < opens) return 'upcoming'
  return ({ some: 'open', line: 'waiting_list', none: 'full' } as const)[room]
}

/** What is asked of who registers. */
export const questionTypes = ['text', 'long_text', 'choice', 'choices', 'yes_no'] as const
export type QuestionType = (typeof questionTypes)[number]

/** What guests are told of by mail; empty: nothing. */
export type GuestNews = '' | 'confirm' | 'state' | 'offer' | 'offer over' | 'already' | 'canceled'

/** What all guests of an event are told: what has become of it, or what an editor writes to them. */
export type GuestNoticeKind = 'moved' | 'canceled' | 'restored' | 'message'

/** The type of a message to programs that tells what has become of the registration of an event: how many come, and never who. */
export const registrationType = 'registration.changed'

/** What guests may be told of what becomes of their event. */
export const foretellable = ['time', 'place', 'canceled', 'postponed', 'restored', 'offer'] as const
export type ForetoldNews = (typeof foretellable)[number]

/** What guests would be told, and how many of them. */
export type Foretold = readonly { readonly news: ForetoldNews; readonly count: number }[]

/** Several of what is foretold, as one, without what nobody is told. */
export function allForetold(all: readonly Foretold[]): Foretold {
  return foretellable.flatMap((news) => {
    const count = all.flat().reduce((sum, told) => sum + (told.news === news ? told.count : 0), 0)
    return count > 0 ? [{ news, count }] : []
  })
}
