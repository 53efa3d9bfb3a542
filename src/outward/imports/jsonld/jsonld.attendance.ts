import { isObject } from '../../../pure/params/lists.ts'
import {
  addressIn,
  type Graph,
  nameIn,
  textsIn,
  type Thing,
  thingsIn,
  typesOf,
  valuesIn,
} from './jsonld.values.ts'

const modes: Readonly<Record<string, string>> = {
  offlineeventattendancemode: 'in_person',
  onlineeventattendancemode: 'online',
  mixedeventattendancemode: 'mixed',
}

/** How an event is attended, and where online; the fields that it says nothing of are left out. */
export function attendanceIn(
  thing: Thing,
  graph: Graph,
): { readonly attendance_mode?: string; readonly online_url?: string } {
  const [said] = valuesIn(thing['eventAttendanceMode'])
  const word = isObject(said) ? nameIn(said, graph) : (textsIn(said)[0] ?? '')
  const mode =
    modes[word.replace(/^https?:\/\/.*[/#]|^schema:/i, '').toLowerCase()] ?? modeByPlaces(thing, graph)
  if (mode === undefined || mode === 'in_person') return mode === undefined ? {} : { attendance_mode: mode }
  const url = thingsIn(thing['location'], graph)
    .filter(isObject)
    .filter((place) => typesOf(place).includes('VirtualLocation'))
    .map((place) => addressIn(place['url'], graph))
    .find((address) => address?.startsWith('https:'))
  return { attendance_mode: mode, ...(url === undefined ? {} : { online_url: url }) }
}

/** Where people can be is how they attend, if nothing else says it. */
function modeByPlaces(thing: Thing, graph: Graph): string | undefined {
  const places = thingsIn(thing['location'], graph)
  if (!places.some(isVirtual)) return undefined
  return places.every(isVirtual) ? 'online' : 'mixed'
}

function isVirtual(place: Thing | string): boolean {
  return isObject(place) && typesOf(place).includes('VirtualLocation')
}
