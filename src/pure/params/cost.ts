import { Type } from 'typebox'
import { readCost } from '../text/cost.ts'
import { Fault, parameter } from './parameter.ts'

/** What an event costs, as a person would write it: an amount, a range, a list, or words (D17). null: none. */
export const cost = parameter(
  Type.Unsafe({
    description:
      'The cost: an amount, a range or a list of amounts, with or without currency, or words like “Free”.',
  }),
  (sent): readonly string[] => {
    const read = readCost(sent)
    if (!read.ok) throw new Fault(read.says)
    return read.values
  },
)
