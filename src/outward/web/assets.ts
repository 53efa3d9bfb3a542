import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, codingFor, smallest } from '../../http/coding.ts'
import type { Site } from '../../http/site.ts'
import type { Theme } from '../../people/settings/theme.ts'
import { isKnown } from '../../pure/params/conditional.ts'
import { widgetScript } from './widget.script.ts'

/** A file that pages need, without an address. */
interface AssetSource {
  /** Its name in pages and, before the hash, in its address: `style.css`. */
  readonly name: string
  readonly body: Buffer
}

/** A file that pages need, with its address. */
export interface Asset {
  readonly file: string
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  /** Its compressed forms, finished or in progress. */
  readonly coded: Map<Coding, Promise<Buffer>>
}

/** The files that pages need, each at an address with a hash of its contents, so that it never has to be asked for again. */
export interface Assets {
  /** The address of the file, without its origin: pages load it from wherever they come from. Throws for an unknown name, which is a mistake in a page. */
  url(site: Pick<Site, 'path'>, name: string): string
  /** The names of the stylesheets that change the look, if the site has any: they come after all others. */
  readonly themed: readonly string[]
  /** The file with the name. */
  find(name: string): Asset | undefined
}

/** The path of assets below the home of the site. */
const assetsPath = '/assets'

/** RFC 8246: the contents at an address with a hash never change. */
const forever = 'public, max-age=31536000, immutable'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
}

/** Where each file is, by its name: as a path of this folder or of a package. */
const files: Readonly<Record<string, string>> = {
  'door.worker.js': './assets/door.worker.js',
  'passkey.js': './assets/passkey.js',
  'setup.js': './assets/setup.js',
  'icon.svg': './assets/icon.svg',
  'icon-192.png': './assets/icon-192.png',
  'icon-512.png': './assets/icon-512.png',
  'favicon.ico': './assets/favicon.ico',
  'book.woff2': './assets/fonts/book.woff2',
  'book-ext.woff2': './assets/fonts/book-ext.woff2',
  'zones.json': './assets/zones.json',
  'embed.css': './assets/embed.css',
  'embed.js': './assets/embed.js',
  'framed.js': './assets/framed.js',
  'leaflet.js': 'leaflet/dist/leaflet.js',
  'leaflet.css': 'leaflet/dist/leaflet.css',
}

/** The only file that is not read but made from modules. */
const widget = 'widget.js'

/** The parts of the stylesheet of all pages, in the order in which they apply. */
const shared = [
  'tokens',
  'base',
  'ground',
  'controls',
  'tools',
  'named',
  'frame',
  'cards',
  // After the frames of pictures, whose ground they draw.
  'posters',
  'lists',
  'prose',
  'touch',
  'narrowest',
]

/** The scripts that are of several files, by name, and their parts in the order in which they run. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  page: ['./assets/page.js', './assets/choices.js', './assets/suggest.js'],
  // The package exports its modules alone; this file of it has all of them, and says so to no module system.
  map: [new URL('dist/supercluster.min.js', import.meta.resolve('supercluster')).href, './assets/map.js'],
}

/** The stylesheets that kinds of pages have of their own, by name, and their parts. */
const own: Readonly<Record<string, readonly string[]>> = {
  home: ['home'],
  month: ['bars', 'month'],
  week: ['bars', 'week'],
  day: ['day'],
  event: ['asks', 'event', 'map.mini'],
  map: ['map.mini', 'map'],
  door: ['choices', 'asks', 'door'],
  guest: ['guest'],
  bar: ['edit-bar'],
}

/** The files that pages of all calendars need, by name; read once in a process, as its tests open hundreds of calendars. */
let shipped: Promise<Map<string, Asset>> | undefined

/** All files that pages need, the logo of the theme among them. */
export async function loadAssets({ logo }: Pick<Theme, 'logo'>): Promise<Assets> {
  const assets = await (shipped ??= readShipped())
  const drawn = logo && assetOf(logo)
  return finding((name) => {
    if (name === logo?.name) return drawn
    // Made when it is first asked for, so that a start does not wait for it.
    if (name === widget && !assets.has(widget)) assets.set(widget, assetOf({ name, body: widgetScript() }))
    return assets.get(name)
  })
}

async function readShipped(): Promise<Map<string, Asset>> {
  const known = Object.entries(files).map(async ([name, path]) => ({ name, body: await read(path) }))
  const sheets = Object.entries({ style: shared, ...own }).map(async ([name, parts]) => ({
    name: `${name}.css`,
    body: await sheet(parts),
  }))
  const whole = Object.entries(scripts).map(async ([name, parts]) => ({
    name: `${name}.js`,
    body: Buffer.concat(await Promise.all(parts.map(read))),
  }))
  const sources = await Promise.all([...known, ...sheets, ...whole])
  return new Map(sources.map((source) => [source.name, assetOf(source)]))
}

/** The stylesheet that has the colours and fonts of the site. */
const themeSheet = 'theme.css'

/** The same files, with this stylesheet of the theme. */
export function withTheme(assets: Assets, css: string): Assets {
  const theme = assetOf({ name: themeSheet, body: Buffer.from(css) })
  const named = finding((name) => (name === themeSheet ? theme : assets.find(name)))
  return { ...named, themed: css === '' ? [] : [themeSheet] }
}

async function sheet(names: readonly string[]): Promise<Buffer> {
  const parts = await Promise.all(names.map((name) => read(`./assets/style/${name}.css`)))
  return Buffer.from(smaller(withBook(parts.join(''))))
}

/** The files with the face of headings: the letters of most languages here, and those that others take beside them. */
const [book, beyond] = ['book.woff2', 'book-ext.woff2'].map((name) =>
  assetOf({ name, body: readFileSync(new URL(`assets/fonts/${name}`, import.meta.url)) }),
) as [Asset, Asset]

/** A stylesheet with the addresses of the face of headings; `folder`: that of its files, as the stylesheet's own address sees it. */
export function withBook(css: string, folder = ''): string {
  return css
    .replace(`url('book.woff2')`, `url('${folder}${book.file}')`)
    .replace(`url('book-ext.woff2')`, `url('${folder}${beyond.file}')`)
}

/** The address of the face of headings where its text is set in it: not in scripts without it, nor where a theme brings a font. */
export function bookUrl(assets: Assets, { path }: Pick<Site, 'path'>, language: string): string | undefined {
  if (/^(?:ar|ja)\b/.test(language)) return undefined
  if (assets.find(themeSheet)?.body.includes('--heading-font')) return undefined
  return `${path}${assetsPath}/${book.file}`
}

/** A stylesheet of ours without comments and blanks that say nothing: none of our strings contains any. */
export function smaller(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
}

function read(path: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(path)))
}

function finding(find: Assets['find']): Assets {
  return {
    find,
    themed: [],
    url: (site, name) => {
      const asset = find(name)
      if (!asset) throw new Error(`No asset is called ${name}`)
      return `${site.path}${assetsPath}/${asset.file}`
    },
  }
}

/**
 * Serves the files. An address with an old hash, of an older page, gets the current file, which must not be cached. `follow` resolves
 * when the current look is known: another process may have served the page.
 */
export function serveAssets(
  server: FastifyInstance,
  options: { readonly assets: Assets; readonly follow: () => Promise<void> },
): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: `${assetsPath}/:file`,
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const { file } = request.params
      const name = file.replace(/\.[\w-]{16}(?=\.\w+$)/, '')
      if (name === themeSheet) await options.follow()
      const asset = options.assets.find(name)
      return asset ? sendAsset(reply, asset, file === asset.file) : reply.callNotFound()
    },
  })
}

/** Sends the file in the smallest encoding that the client accepts. `isForever`: its address has a hash of its contents. */
export async function sendAsset(
  reply: FastifyReply,
  asset: Asset,
  isForever: boolean,
): Promise<FastifyReply> {
  const { request } = reply
  void reply.headers({
    'Content-Type': asset.type,
    'Cache-Control': isForever ? forever : 'public, no-cache',
    ETag: asset.etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    // Pages of other origins that embed ours may load scripts and styles.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  if (isKnown(request.headers['if-none-match'], asset.etag)) return reply.code(304).send()
  const coding = codingFor(request.headers['accept-encoding'])
  if (coding === 'identity') return reply.send(asset.body)
  return reply.header('Content-Encoding', coding).send(await codedAs(coding, asset))
}

/** Compresses the file once for all clients, when the first of them asks. */
function codedAs(coding: Coding, { body, coded }: Asset): Promise<Buffer> {
  const compressing = coded.get(coding) ?? smallest(body, coding)
  coded.set(coding, compressing)
  return compressing
}

function assetOf({ name, body }: AssetSource): Asset {
  const extension = extname(name)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  return hashedAsset(`${name.slice(0, -extension.length)}.${hash}${extension}`, hash, body)
}

/** A file whose name has the hash of its contents already. */
export function hashedAsset(file: string, hash: string, body: Buffer): Asset {
  return {
    file,
    type: types[extname(file)] ?? 'application/octet-stream',
    // Weak, as it is the same for every encoding.
    etag: `W/"${hash}"`,
    body,
    coded: new Map(),
  }
}
