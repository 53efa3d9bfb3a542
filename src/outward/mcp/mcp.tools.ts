import { findSimilar, getEvent, searchEvents } from './mcp.events.tools.ts'
import { findVenues, listCategories } from './mcp.places.tools.ts'
import type { Tool } from './mcp.tool.ts'
import { cancelEvent, createEvent, updateEvent } from './mcp.writing.tools.ts'

/** Every tool, those that change nothing first. */
export const tools: readonly Tool[] = [
  searchEvents,
  getEvent,
  listCategories,
  findVenues,
  createEvent,
  updateEvent,
  cancelEvent,
  findSimilar,
]
