import { type PartOfDay, partNames } from '../calendar/partsOfDay.ts'
import { someOf } from './happening.ts'

/** When on its day an event begins, on its own clocks. */
export const timeOfDay = someOf<PartOfDay>(
  partNames,
  'Keep events that begin in any of these parts of the day, on their own clocks: the morning from 5:00, the afternoon from 12:00, the evening from 17:00, the night from 22:00. Events that last all day are in none.',
)
