import { linkSiteOf } from '../people/accounts/accounts.links.write.ts'
import type { Passkeys } from '../people/accounts/passkeys.ts'
import { confirmationResource } from '../people/accounts/confirmation.routes.ts'
import { sessionResources } from '../people/accounts/sessions.routes.ts'
import { bulkResource } from '../records/bulk/bulk.routes.ts'
import { demoResource } from './demo/demo.routes.ts'
import { feedResources, type FollowingParts } from '../records/changes/changes.feed.routes.ts'
import { actsResource } from '../records/changes/changes.acts.routes.ts'
import { historyResources } from '../records/changes/changes.history.routes.ts'
import type { Config } from '../config/config.ts'
import { eventResources } from '../records/events/events.routes.ts'
import { exportResource } from '../outward/exports/exports.routes.ts'
import { eventFacetsResource } from '../records/facets/facets.routes.ts'
import { wpEventResources } from '../outward/wp/wp.events.routes.ts'
import { wpKindResources } from '../outward/wp/wp.kinds.routes.ts'
import type { FeedFacts } from '../outward/feeds/feeds.list.ts'
import { withFeeds } from '../outward/feeds/feeds.routes.ts'
import { seriesFeedResource } from '../outward/feeds/feeds.series.ts'
import {
  discoveryResources,
  discoverySchemas,
  indexResource,
  rootResources,
} from '../http/discovery.resources.ts'
import { namespacesOf, type RootResource, type SiteFacts, type Surface } from '../http/discovery.ts'
import type { Documents } from '../outward/web/documents.routes.ts'
import { keptExamples } from '../http/openapi.examples.ts'
import { type DocumentFacts, type OpenApiDocument, placedDocument, wholeDocument } from '../http/openapi.ts'
import type { Site } from '../http/site.ts'
import type { Resource } from '../http/resource.ts'
import type { Importer } from '../outward/imports/imports.jobs.ts'
import { sourceResources, type SourceParts } from '../outward/imports/imports.sources.routes.ts'
import { importResources } from '../outward/imports/imports.routes.ts'
import { alikeResource, duplicatesResource } from '../records/linked/linked.duplicates.routes.ts'
import { mergeLinkedResource } from '../records/linked/linked.merge.routes.ts'
import { letterResources } from '../records/letters/letters.editing.routes.ts'
import { letterListResources } from '../records/letters/letters.lists.routes.ts'
import { letterPreviewResources } from '../records/letters/letters.preview.routes.ts'
import { subscriptionResources } from '../records/letters/letters.routes.ts'
import type { Letters } from '../records/letters/letters.ts'
import { linkedResources } from '../records/linked/linked.routes.ts'
import { wpLinkedResources } from '../outward/wp/wp.linked.routes.ts'
import { mailResources } from '../people/mail/mail.routes.ts'
import { mediaResources, wpMediaResources } from '../records/media/media.routes.ts'
import { mediaUsesResource } from '../records/media/media.uses.routes.ts'
import { organizerKind } from '../records/organizers/organizers.kind.ts'
import { anonymous } from '../http/auth/rights.ts'
import type { Context } from '../http/context.ts'
import { ownResources } from '../records/own/own.routes.ts'
import { redirectsResource } from '../records/redirects/redirects.routes.ts'
import { categoryKind, tagKind } from '../records/terms/terms.kind.ts'
import { mergeTermResource } from '../records/terms/terms.merge.routes.ts'
import { termResources, wpTermResources } from '../records/terms/terms.routes.ts'
import { seriesResources } from '../records/series/series.routes.ts'
import { withSeries } from '../records/series/series.scoped.routes.ts'
import {
  type SettingsParts,
  settingsResource,
  wpSettingsResource,
} from '../people/settings/settings.routes.ts'
import { backupResources } from '../people/system/backups.routes.ts'
import { type SystemParts, systemResource } from '../people/system/system.routes.ts'
import { similarEventsResource } from '../records/similar/similar.routes.ts'
import { importUndoResources } from '../outward/imports/imports.undo.routes.ts'
import { forgetResource } from '../records/registration/guests.forget.routes.ts'
import { guestResource } from '../records/registration/guests.editors.routes.ts'
import { guestResources } from '../records/registration/guests.routes.ts'
import type { Guests } from '../records/registration/guests.ts'
import { reportResource } from '../records/registration/report.routes.ts'
import { pendingResources } from '../records/submissions/submissions.pending.routes.ts'
import { submissionResources } from '../records/submissions/submissions.routes.ts'
import type { Submissions } from '../records/submissions/submissions.ts'
import { tecNamespace } from '../outward/tec/tec.ts'
import { attendeesResources } from '../outward/tribe/tribe.attendees.ts'
import { ticketsNamespace } from '../outward/tribe/tribe.ts'
import { ticketsResources } from '../outward/tribe/tribe.tickets.ts'
import { type TecFacts, tecResources } from '../outward/tec/tec.resources.ts'
import { ticketResources } from '../records/tickets/tickets.routes.ts'
import { passwordResources, tokenResources } from '../people/users/credentials.routes.ts'
import { type IdentityParts, identityResources } from '../people/users/identities.routes.ts'
import { passkeyResources } from '../people/users/passkeys.routes.ts'
import { recoveryResource } from '../people/users/recovery.routes.ts'
import { selfResource, userResource } from '../people/users/users.item.routes.ts'
import { linkResource } from '../people/users/users.link.routes.ts'
import { userSessionsResource } from '../people/users/users.sessions.routes.ts'
import { type UserParts, usersResource } from '../people/users/users.routes.ts'
import { venueKind } from '../records/venues/venues.kind.ts'
import { packageVersion } from '../config/version.ts'
import { docsPath } from '../http/catalog.ts'
import { deliveryResources } from '../records/webhooks/webhooks.deliveries.routes.ts'
import { webhookResources, type WebhookRoutes } from '../records/webhooks/webhooks.routes.ts'
import { builtInNames } from './surface.fields.ts'
import { withOwnFields } from './surface.own.ts'
import { schemas, schemasBeside } from './surface.schemas.ts'

/** Everything below a namespace, in the order in which discovery names it, and what is at the REST root itself. */
export function surfaceOf(
  config: Config,
  context: Context,
  {
    live,
    theme,
    backups,
    recent,
    submissions,
    guests,
    letters,
    following,
    webhooks,
    passkeys,
    scheduler,
    signIn,
    joining,
    ...imports
  }: Pick<SettingsParts, 'live' | 'theme'> &
    Pick<SystemParts, 'backups' | 'recent'> &
    Pick<SourceParts, 'scheduler'> & {
      importer: Importer
      submissions: Submissions
      guests: Guests
      letters: Letters
      following: FollowingParts
      webhooks: WebhookRoutes
      passkeys: Passkeys
      signIn: UserParts['signIn']
      joining: IdentityParts['provider']
      now: () => Temporal.Instant
    },
): { resources: Resource[]; root: RootResource[]; documents: Documents } {
  const surface: Surface = {
    namespaces: config.namespaces,
    resources: () => resources,
    rootResources: () => root,
  }
  const facts = siteFacts(config, context)
  const settings = { db: context.db, live, theme }
  const site = (home?: string) => linkSiteOf(live.config, home)
  const people = { site, signIn }
  const resources = [
    ...discoveryResources(surface, documentFacts(config, context)),
    ...withFeeds(context, feedFacts(config), withSeries(context, eventResources(context))),
    ...seriesResources(context),
    seriesFeedResource(context),
    eventFacetsResource(context),
    bulkResource(context),
    similarEventsResource(context),
    ...linkedResources(context, venueKind),
    ...linkedResources(context, organizerKind),
    ...termResources(context, categoryKind),
    ...termResources(context, tagKind),
    duplicatesResource(context, venueKind),
    duplicatesResource(context, organizerKind),
    alikeResource(context, venueKind),
    alikeResource(context, organizerKind),
    mergeLinkedResource(context, venueKind),
    mergeLinkedResource(context, organizerKind),
    mergeTermResource(context, categoryKind),
    mergeTermResource(context, tagKind),
    ...ticketResources(context),
    ...guestResources(context, guests),
    ...guestResource(context, guests),
    reportResource(context),
    forgetResource(context),
    ...subscriptionResources(letters),
    ...letterListResources(letters),
    ...letterResources(letters),
    ...letterPreviewResources(letters),
    ...mediaResources(context, config.uploadLimit),
    mediaUsesResource(context),
    settingsResource(settings),
    ...submissionResources(context, submissions),
    ...historyResources(context),
    ...importUndoResources(context),
    actsResource(context),
    ...pendingResources(submissions.parts),
    ...feedResources(following),
    ...webhookResources(webhooks),
    ...deliveryResources(webhooks),
    ...importResources(context, {
      ...imports,
      allowedHosts: config.imageHosts,
      get locale() {
        return config.siteLocale
      },
      uploadLimit: config.uploadLimit,
    }),
    ...sourceResources({
      context,
      scheduler,
      allowedHosts: config.imageHosts,
      uploadLimit: config.uploadLimit,
    }),
    demoResource(context),
    systemResource({
      db: context.db,
      config,
      backups,
      recent,
      lettersElsewhere: () => letters.elsewhere(),
    }),
    ...mailResources({ db: context.db, live }),
    ...backupResources(backups),
    exportResource({ db: context.db, config }),
    redirectsResource(context),
    ...ownResources(context, builtInNames),
  ]
  const root = [
    ...rootResources(surface, facts),
    usersResource(context, people),
    userResource(context, people),
    linkResource(context, people),
    userSessionsResource(context),
    selfResource(context, people),
    ...passwordResources(context),
    ...tokenResources(context),
    ...wpEventResources(context),
    ...wpLinkedResources(context, venueKind),
    ...wpLinkedResources(context, organizerKind),
    ...wpMediaResources(context, config.uploadLimit),
    ...wpTermResources(context, categoryKind),
    ...wpTermResources(context, tagKind),
    ...wpKindResources(context),
    wpSettingsResource(settings),
    ...sessionResources(context.db),
    confirmationResource({ db: context.db, signIn: people.signIn }),
    ...passkeyResources({ context, passkeys, site }),
    recoveryResource(context.db, site),
    ...identityResources({ db: context.db, provider: joining }),
    ...(isTecServed(config)
      ? [
          indexResource(surface, tecNamespace),
          ...tecResources(context, tecFacts(config)),
          indexResource(surface, ticketsNamespace),
          ...attendeesResources(context),
          ...ticketsResources(context),
        ]
      : []),
  ] as RootResource[]
  const documents = {
    document: wholeDocumentOf(surface, documentFacts(config, context)),
    namespaces: namespacesOf(surface),
  }
  return { resources, root, documents }
}

/** The version of the interface, which its path contains too (specification 9). */
const serviceVersion = '1.0.0'
// What follows from settings is read when it is asked for: it may change while the service runs.
function feedFacts(config: Config): FeedFacts {
  return {
    get siteName() {
      return config.siteName
    },
    get siteDescription() {
      return config.siteDescription
    },
    get cancelledDays() {
      return config.cancelledDays
    },
    version: packageVersion(),
  }
}

/** Clients of the newer interface of the original look for it below one root alone. */
function isTecServed({ tecV1, restRoot }: Config): boolean {
  return tecV1 === 'on' || (tecV1 === 'auto' && restRoot === '/wp-json')
}

function tecFacts(config: Config): TecFacts {
  return {
    get title() {
      return config.siteName
    },
    get description() {
      return config.siteDescription
    },
    get locale() {
      return config.siteLocale
    },
  }
}

function siteFacts(config: Config, context: Context): SiteFacts {
  return {
    get name() {
      return config.siteName
    },
    get description() {
      return config.siteDescription
    },
    get zone() {
      return context.siteZone
    },
    help: docsPath,
  }
}

/** The document of everything below the REST root, made when it is first asked for. */
function wholeDocumentOf(
  { namespaces: [namespace = ''], resources, rootResources: atRoot }: Surface,
  facts: DocumentFacts,
): (site: Site) => Promise<OpenApiDocument> {
  let made: Promise<OpenApiDocument> | undefined
  const make = async () => {
    const examples = await keptExamples()
    return wholeDocument(facts, { namespace, resources: resources(), rootResources: atRoot(), examples })
  }
  // It is the same for everybody.
  return async ({ home, root: server }) =>
    placedDocument(await (made ??= make()), facts, { home, server, caller: anonymous })
}

function documentFacts(config: Config, { declared }: Context): DocumentFacts {
  return {
    withDeclared: (document, caller) => withOwnFields(document, declared, caller),
    get title() {
      return config.siteName
    },
    get description() {
      return config.siteDescription
    },
    version: serviceVersion,
    schemas: { ...schemas, ...schemasBeside, ...discoverySchemas },
  }
}
