import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Caller } from '../auth/rights.ts'
import { firstDayOf, type WeekStarts } from '../calendar/period.ts'
import type { Zone } from '../calendar/zone.ts'
import type { InternalInterface } from '../http/internalRequest.ts'
import type { Site } from '../http/site.ts'
import { spokenIn } from '../text/language.ts'
import { callTool, sentenceOf } from './mcp.answer.ts'
import { listed, readResource, templates } from './mcp.resources.ts'
import { type Assistance, notice, type Told, type Tool } from './mcp.tool.ts'
import { tools } from './mcp.tools.ts'

/** What assistants may do here: nothing, read, or also write with the rights of whoever sends a token. */
export type McpMode = 'off' | 'read' | 'full'

/** What a server for assistants is made of. */
export interface McpParts {
  readonly inside: InternalInterface
  readonly siteName: string
  readonly siteZone: Zone
  /** The language of the site as a BCP 47 tag. */
  readonly siteLocale: string
  readonly weekStarts: WeekStarts
  readonly mode: McpMode
  readonly version: string
  readonly now: () => Temporal.Instant
  /** The sentence for an error that is no refusal; it has taken note of it. */
  readonly failed: (error: unknown) => string
}

/** Who asks, and from where. */
export interface McpClient {
  readonly caller: Caller
  readonly from: string
  readonly site: Site
}

/** A server of the Model Context Protocol for one client, not yet connected. The SDK is loaded when it is first used. */
export async function mcpServerFor(parts: McpParts, client: McpClient): Promise<McpServer> {
  const [{ McpServer: Sdk }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const sdk = new Sdk(
    { name: 'kalends', title: parts.siteName, version: parts.version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsOf(parts) },
  )
  const assistance = assistanceOf(parts, client)
  const offered = tools.filter(({ writes }) => !writes || (parts.mode === 'full' && client.caller.id !== 0))
  const known = parts.mode === 'full' ? tools : offered
  sdk.server.setRequestHandler(types.ListToolsRequestSchema, async () => ({ tools: offered.map(shown) }))
  sdk.server.setRequestHandler(
    types.CallToolRequestSchema,
    async ({ params: { name, arguments: given } }) => {
      const tool = known.find((one) => one.name === name)
      if (!tool) return refused(unknownTool(name, parts.mode, offered))
      try {
        const called = await callTool(tool, given ?? {}, assistance())
        return 'told' in called
          ? { content: [textOf(called.told)], structuredContent: { ...called.told.data } }
          : refused(called.refusal)
      } catch (error) {
        return refused(parts.failed(error))
      }
    },
  )
  sdk.server.setRequestHandler(types.ListResourcesRequestSchema, async () => ({
    resources: listed(assistance()),
  }))
  sdk.server.setRequestHandler(types.ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [...templates],
  }))
  sdk.server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    try {
      const { text } = await readResource(uri, assistance())
      return { contents: [{ uri, mimeType: 'text/plain', text }] }
    } catch (error) {
      throw new types.McpError(types.ErrorCode.InvalidParams, faultOf(error, parts))
    }
  })
  return sdk
}

function assistanceOf(parts: McpParts, client: McpClient): () => Assistance {
  const { inside, siteZone, now } = parts
  const { locale, language } = spokenIn(parts.siteLocale) ?? english
  const week = locale.getWeekInfo()
  const firstDay = firstDayOf(parts.weekStarts)
  return () => ({
    language,
    week: firstDay === undefined ? week : { ...week, firstDay },
    caller: client.caller,
    site: client.site,
    siteZone,
    now: now(),
    ask: (asked) => inside({ ...asked, ...client }),
  })
}

const english = { locale: new Intl.Locale('en-GB'), language: 'en' } as const

function faultOf(error: unknown, { failed }: McpParts): string {
  try {
    return sentenceOf(error)
  } catch (other) {
    return failed(other)
  }
}

function instructionsOf({ siteName, siteZone, mode }: McpParts): string {
  const writing =
    mode === 'full' ? ' With a token or an application password, events can be created and changed.' : ''
  return `The calendar “${siteName}”: what is on, when and where. Dates are in the time zone ${siteZone.name} unless an event has another one.${writing} ${notice}`
}

function shown({ name, title, description, input, writes }: Tool) {
  return {
    name,
    title,
    description,
    // Schemas are JSON.
    inputSchema: JSON.parse(JSON.stringify(input)) as { type: 'object' },
    annotations: {
      title,
      readOnlyHint: !writes || name === 'find_similar_events',
      destructiveHint: name === 'update_event' || name === 'cancel_event',
      openWorldHint: false,
    },
  }
}

function textOf({ text }: Told) {
  return { type: 'text' as const, text }
}

function refused(sentence: string) {
  return { isError: true, content: [{ type: 'text' as const, text: sentence }] }
}

function unknownTool(name: string, mode: McpMode, offered: readonly Tool[]): string {
  if (mode === 'read' && tools.some((one) => one.name === name))
    return `${name} is not offered here: assistants may only read this calendar.`
  return `There is no tool ${name.slice(0, 60)}; there are ${offered.map((one) => one.name).join(', ')}.`
}
