import { Type, type TSchema } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { ownValuesMember } from '../../records/own/own.record.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { tecEventOwn } from './tec.events.record.ts'
import { tecLinkedOwn } from './tec.linked.view.ts'
import { tecCommonRecord } from './tec.view.ts'

/** The records of this family by their names in the document of everything, where others have the shorter ones. */
export const tecSchemas: Readonly<Record<string, TSchema>> = {
  TecEvent: Type.Object({
    ...tecCommonRecord,
    ...tecEventOwn,
    organizers: Type.Array(Type.Ref('TecOrganizer')),
    venues: Type.Array(Type.Ref('TecVenue')),
    fields: ownValuesMember,
  }),
  TecVenue: Type.Object({ ...tecCommonRecord, ...tecLinkedOwn(venueKind), fields: ownValuesMember }),
  TecOrganizer: Type.Object({ ...tecCommonRecord, ...tecLinkedOwn(organizerKind), fields: ownValuesMember }),
  TecRemoved: Type.Array(Type.Unknown(), { maxItems: 0, description: 'An empty list.' }),
  OpenApiDocumentation: Type.Object({
    openapi: Type.String(),
    info: Type.Unknown(),
    tags: Type.Array(Type.Unknown()),
    components: Type.Unknown(),
    servers: Type.Array(Type.Unknown()),
    paths: byAnyName(Type.Unknown()),
  }),
}
