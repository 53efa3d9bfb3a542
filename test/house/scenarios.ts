import { readdirSync } from 'node:fs'

/** Where the wire scenarios are, a folder for each area. */
export const scenarioFolder = new URL('../wire/scenarios', import.meta.url).pathname

/** Those that write and those that search: what the program itself is asked, on a PostgreSQL server. */
export const smokeScenarios = ['events-create', 'events-list', 'permissions']

const folders = readdirSync(scenarioFolder)
const isOfEvents = (name: string) => name.startsWith('events-')
const isOfLists = (name: string) =>
  ['events-list', 'events-dates', 'events-read', 'events-record'].includes(name)

/** All of them in parts that take about as long, each a file of tests, so that several are played beside each other. */
export const scenarioParts = {
  lists: folders.filter(isOfLists),
  writing: folders.filter((name) => isOfEvents(name) && !isOfLists(name)),
  others: folders.filter((name) => !isOfEvents(name)),
}
