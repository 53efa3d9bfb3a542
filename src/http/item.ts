import type { Answer, AnswerShape, Endpoint } from './resource.ts'

type Described = Pick<Endpoint, 'methods' | 'summary' | 'answer'>

/** The methods at the address of one record and their documentation, the same for all kinds. */
export function itemMethods(noun: string, schema: string) {
  const answer = (says: string): AnswerShape => ({ status: 200, says, schema })
  return {
    read: { methods: ['GET'], summary: `Read ${an(noun)}.`, answer: answer(`The ${noun}.`) },
    update: {
      methods: ['POST', 'PUT', 'PATCH'],
      summary: `Change ${an(noun)}: what is sent changes, what is not stays.`,
      answer: answer(`The ${noun} as it is now.`),
    },
    trash: {
      methods: ['DELETE'],
      summary: `Move ${an(noun)} to the trash, or with force remove it for good.`,
      answer: answer(`The ${noun} as it is now, or as it last was.`),
    },
    remove: {
      methods: ['DELETE'],
      summary: `Remove ${an(noun)} for good.`,
      answer: answer(`The ${noun} as it last was.`),
    },
  } as const satisfies Record<string, Described>
}

/** How a record is removed, to the trash or for good; `shown` is the record as the answer to a write shows it. */
export interface Removal {
  trash(): Promise<void>
  remove(): Promise<void>
  shown(): Promise<object>
}

/** Moves a record to the trash and answers it as it is there, or with `force` removes it and answers it as it last was (D22). */
export async function removed(force: boolean | undefined, removal: Removal): Promise<Answer> {
  if (!force) {
    await removal.trash()
    return { body: await removal.shown() }
  }
  const body = await removal.shown()
  await removal.remove()
  return { body }
}

/** The noun with its article. */
export function an(noun: string): string {
  return /^(?:[aeio]|u(?!ser))/.test(noun) ? `an ${noun}` : `a ${noun}`
}
