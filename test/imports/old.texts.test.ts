import { expect, test } from 'vitest'
import { plain, write } from '../images/pictures.ts'
import { calendarFor, oldSite, root } from './old/old.import.ts'
import { oldEvent, oldTerm, oldVenue } from './old/old.model.ts'

/** The site with one event of this description, and how it is imported. */
async function withText(description: string, more: Parameters<typeof oldSite>[0] = {}) {
  const site = await oldSite(more)
  site.posts.push(oldEvent(1, {}, { description: description.replaceAll('ORIGIN', site.origin) }))
  const calendar = await calendarFor(site)
  const report = await calendar.bring()
  const { description: text } = await calendar.db.read
    .selectFrom('events')
    .select('description')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { ...calendar, site, report, text }
}

const picture = await write(plain(400, 300), 'png')
const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n', 'latin1')

test('pictures and PDF files in texts come along with their words, texts lead to them, and other files are told', async () => {
  const { text, report, db, bring } = await withText(
    '<figure id="attachment_77"><a href="ORIGIN/wp-content/uploads/2024/05/stage.png">' +
      '<img class="alignleft wp-image-77" src="ORIGIN/wp-content/uploads/2024/05/stage-300x225.png" srcset="x 2x" alt="Ours" width="300"></a>' +
      '<figcaption>By Ann</figcaption></figure>\n<p><a href="/wp-content/uploads/2024/05/menu.pdf">Menu</a> ' +
      '<a href="ORIGIN/wp-content/uploads/song.mp3">Song</a> <a href="https://else.example/a.pdf">Theirs</a></p>',
    {
      files: [
        {
          id: 77,
          path: '2024/05/stage.png',
          bytes: picture,
          alt_text: 'The stage',
          caption: 'By Ann',
          title: 'Stage',
        },
        { id: 78, path: '2024/05/menu.pdf', bytes: pdf },
        { id: 79, path: 'song.mp3', bytes: pdf },
      ],
    },
  )
  expect(text).toContain('src="https://new.example/media/2031/03/stage-300x225.png"')
  expect(text).toContain('href="https://new.example/media/2031/03/stage.png"')
  expect(text).toContain('href="https://new.example/media/2031/03/menu.pdf"')
  expect(text).toContain('<figcaption>By Ann</figcaption>')
  expect(text).toContain('alt="Ours"')
  expect(text).toContain('https://else.example/a.pdf')
  expect(report.counts.image).toMatchObject({ created: 2, skipped: 0 })
  expect(report.lost.map(({ field, what }) => [field, what?.replace(/^.*uploads/, '')])).toEqual([
    ['description', '/song.mp3'],
  ])
  const image = await db.read.selectFrom('media').selectAll().where('id', '=', 77).executeTakeFirstOrThrow()
  expect(image).toMatchObject({ alt_text: 'The stage', title: 'Stage', caption: '<p>By Ann</p>' })
  const paths = await db.read
    .selectFrom('redirects')
    .select('path')
    .where('kind', '=', 'image')
    .orderBy('path')
    .execute()
  expect(paths.map(({ path }) => path)).toEqual([
    '/wp-content/uploads/2024/05/menu.pdf',
    '/wp-content/uploads/2024/05/stage.png',
  ])
  const again = await bring()
  expect([again.counts.event, again.counts.image]).toMatchObject([
    { updated: 0, unchanged: 1 },
    { created: 0, updated: 0 },
  ])
})

test.each([
  ['by its id', '/?attachment_id=77', '', ''],
  ['by its id behind the address of a post', '/event/x/?attachment_id=77', '', ''],
  ['by an address that the library names', '/event/a/on-our-stage/', '', ''],
  ['by its relation', '/some/page/', 'rel="attachment wp-att-77"', ''],
  ['in a classic gallery', '/some/page', '', 'class="attachment-thumbnail size-thumbnail"'],
  ['by the name of its file', '/event/a/stage-2/', '', ''],
  ['as the picture says', '/elsewhere/', '', 'data-permalink="ORIGIN/elsewhere/"'],
])('a link around a picture to its page, %s, leads to the picture', async (how, page, link, more) => {
  const isNamed = how.includes('library')
  const { text, db, bring } = await withText(
    `<div id="gallery-N" class="gallery"><a href='ORIGIN${page}' ${link}>` +
      `<img src="ORIGIN/wp-content/uploads/2024/05/stage-150x150.png" alt="" ${more}></a> <a href="ORIGIN/about/">Us</a></div>`,
    {
      files: [{ id: 77, path: '2024/05/stage.png', bytes: picture, ...(isNamed ? { page } : {}) }],
      isWpClosed: !isNamed,
    },
  )
  expect(text).toContain('href="https://new.example/media/2031/03/stage.png"')
  expect(text).toMatch(/src="https:\/\/new.example\/media\/2031\/03\/stage-150x150.png"/)
  expect(text).toMatch(/<a href="http:[^"]+\/about\/">Us<\/a>/)
  await db.write((tx) => tx.updateTable('events').set({ description: 'Ours' }).execute())
  expect((await bring()).counts.event).toMatchObject({ updated: 0, unchanged: 1 })
})

test('a link to the page of a picture that is not shown leads to it as well, and one around a picture to another page stays', async () => {
  const { text } = await withText(
    '<p><a href="ORIGIN/?attachment_id=77">The stage</a> <a href="ORIGIN/veranstaltung/event-2/"><img src="ORIGIN/wp-content/uploads/a.png"></a></p>',
    {
      files: [
        { id: 77, path: '2024/05/stage.png', bytes: picture },
        { id: 78, path: 'a.png', bytes: picture },
      ],
    },
  )
  expect(text).toContain('<a href="https://new.example/media/2031/03/stage.png">The stage</a>')
  expect(text).toMatch(/<a href="http:[^"]+\/veranstaltung\/event-2\/"><img src="https:\/\/new/)
})

test('a picture that cannot be had is told, and a later import puts it into the text, whatever was edited there meanwhile', async () => {
  const { site, report, text, bring, db } = await withText(
    '<p>Before</p><img src="ORIGIN/wp-content/uploads/a.png">',
    { files: [{ id: 7, path: 'a.png', bytes: picture, isLost: true }] },
  )
  expect(text).toContain(`${site.origin}/wp-content/uploads/a.png`)
  expect(report.skipped).toEqual([expect.objectContaining({ kind: 'image' })])
  expect((await bring()).counts.event).toMatchObject({ updated: 0 })
  await db.write((tx) =>
    tx
      .updateTable('events')
      .set({ description: text.replace('Before', 'Ours'), title: 'Ours' })
      .execute(),
  )
  for (const file of site.files) file.isLost = false
  await bring()
  const row = await db.read.selectFrom('events').select(['title', 'description']).executeTakeFirstOrThrow()
  expect(row.title).toBe('Ours')
  expect(row.description).toContain('<p>Ours</p>')
  expect(row.description).toContain('https://new.example/media/2031/03/a.png')
})

test.each([
  [
    '<iframe src="https://www.youtube-nocookie.com/embed/AbC-1?rel=0" title="A film"></iframe>',
    '<a href="https://www.youtube.com/watch?v=AbC-1">A film</a>',
  ],
  [
    '<iframe data-src="https://player.vimeo.com/video/77" src="about:blank"></iframe>',
    '<a href="https://vimeo.com/77">https://vimeo.com/77</a>',
  ],
  [
    '<iframe src="https://www.google.com/maps/embed?pb=!1m18!2d13.405!3d52.52!2sBerlin"></iframe>',
    'https://www.google.com/maps/search/?api=1&amp;query=52.52%2C13.405',
  ],
  ['<iframe src="//tickets.example/shop?a=1&#038;b=2"></iframe>', 'tickets.example/shop?a=1&amp;b=2'],
  [
    '<object data="https://www.dailymotion.com/embed/video/x1">no</object>',
    'https://www.dailymotion.com/video/x1',
  ],
])('%s becomes a link, and is told', async (frame, link) => {
  const { text, report } = await withText(`<p>See</p>${frame}<p>more</p>`)
  expect(text).toContain(link)
  expect(text).not.toMatch(/iframe|object/)
  expect(text).toContain('more')
  expect(report.lost.map(({ field }) => field)).toEqual(['description'])
})

test.each([
  ['<p>a</p><script>alert(1)</script><p>b</p>', /^<p>a<\/p>\s*<p>b<\/p>$/],
  ['<style>#gallery-1 { margin: auto }</style><p>b</p>', /^<p>b<\/p>$/],
  ['<p>[contact-form-7 id=&#8221;5&#8243; title=&#8221;Write&#8221;]</p><p>b</p>', /^<p>b<\/p>$/],
  ['<p>a [pay]secret <b>button</b>[/pay] b</p>', /^<p>a {1,2}b<\/p>$/],
  [
    '<p>[vc_row][vc_column width=&#8221;1/2&#8243;]Text stays[/vc_column][/vc_row]</p>',
    /^<p>Text stays<\/p>$/,
  ],
  ['<p>Jazz [sold out] [1] [a](b)</p>', /^<p>Jazz \[sold out\] \[1\] \[a\]\(b\)<\/p>$/],
  [
    '<img src="data:image/gif;base64,R0" data-lazy-src="https://else.example/a.png" alt=""><noscript><img src="https://else.example/a.png"></noscript>',
    /^<img src="https:\/\/else\.example\/a\.png"[^>]*>$/,
  ],
])('of %s the text is left', async (html, left) => {
  const { text } = await withText(html)
  expect(text.trim()).toMatch(left)
})

test('what a site counts anew on each page, and e-mail addresses that it hides, are no change', async () => {
  const gallery =
    "<div id='gallery-N' class='gallery galleryid-1'><style>#gallery-N{}</style>a</div><p>&#97;nn&#64;old.example</p>"
  const { site, bring, text } = await withText(gallery)
  expect(text).toContain('ann@old.example')
  for (let time = 0; time < 3; time += 1) expect((await bring()).changes).toEqual({})
  site.post(1).wire = { ...site.post(1).wire, description: gallery.replaceAll('&#97;', 'a') }
  expect((await bring()).changes).toEqual({})
})

test('cancelled and postponed events are so here, with the reason where it is told, as long as they are', async () => {
  for (const isWpClosed of [false, true]) {
    const site = await oldSite({
      isWpClosed,
      posts: [
        oldEvent(1, { eventStatus: 'canceled', reason: 'Storm' }, { title: 'Fair' }),
        oldEvent(2, { eventStatus: 'postponed' }, { title: 'Race' }),
        oldEvent(3, {}, { title: 'Walk' }),
      ],
    })
    const { bring, db } = await calendarFor(site)
    const statuses = async () => {
      const rows = await db.read.selectFrom('events').selectAll().orderBy('id').execute()
      return rows.map((row) => [row.title, row.event_status, row.event_status_reason])
    }
    const report = await bring()
    expect(await statuses()).toEqual([
      ['Fair', 'canceled', isWpClosed ? '' : 'Storm'],
      ['Race', 'postponed', ''],
      ['Walk', 'scheduled', ''],
    ])
    expect(report.lost).toEqual([])
    expect((await bring()).changes).toEqual({})
    delete site.post(1).eventStatus
    await bring()
    expect((await statuses())[0]?.slice(0, 2)).toEqual(['Fair', 'scheduled'])
  }
})

test('an event with a password keeps it where the login may read it', async () => {
  const site = await oldSite({
    posts: [oldEvent(1, { password: 'sesame' }, { description: '<p>Secret</p>' })],
    users: [
      { id: 7, login: 'root', email: 'root@old.example', password: root.password, role: 'administrator' },
    ],
  })
  const { bring, db } = await calendarFor(site)
  expect((await bring()).counts.event).toMatchObject({ created: 0, skipped: 1 })
  const report = await bring(root)
  expect(report.lost).toEqual([])
  const [event] = await db.read
    .selectFrom('events')
    .select(['status', 'password_digest', 'description'])
    .execute()
  expect(event).toMatchObject({ status: 'publish', description: '<p>Secret</p>' })
  expect(event?.password_digest).toMatch(/^\S{20,}$/)
  expect((await bring(root)).changes).toEqual({})
  site.post(1).password = 'other'
  expect((await bring(root)).changes).toEqual({ 'event.password_digest': 1 })
})

test('texts of odd forms are kept: excerpts of venues, no titles, very long ones, other currencies, addresses of any letters', async () => {
  const site = await oldSite({
    posts: [
      oldEvent(
        1,
        { comments: 3, categories: [10] },
        {
          title: '',
          description: `<p>${'word '.repeat(60_000)}</p>`,
          cost: '10 $',
          cost_details: {
            currency_symbol: '$',
            currency_code: 'CAD',
            currency_position: 'prefix',
            values: ['10'],
          },
          website: 'http://bücher.example/straße?q=ü',
        },
      ),
      oldVenue(
        40,
        {},
        { excerpt: '<p>A hall.</p>', description: '<p>Built in 1900.</p>', website: 'münchen.example' },
      ),
    ],
    terms: [
      { ...oldTerm(10, 'tribe_events_cat', 'Music'), meta: { 'tec-events-cat-colors-primary': '#f00' } },
    ],
  })
  const { bring, db } = await calendarFor(site)
  const report = await bring()
  expect(report.counts.event).toMatchObject({ created: 1, skipped: 0 })
  const [event] = await db.read.selectFrom('events').selectAll().execute()
  expect(event).toMatchObject({
    title: 'Untitled event',
    cost: '["CA$10"]',
    website: 'http://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%BC',
  })
  expect(event?.description.length).toBeGreaterThan(190_000)
  const [venue] = await db.read.selectFrom('venues').selectAll().execute()
  expect(venue).toMatchObject({
    description: '<p>A hall.</p>\n<p>Built in 1900.</p>',
    website: 'https://xn--mnchen-3ya.example/',
  })
  expect(report.lost.map(({ kind, field }) => `${kind} ${field}`).toSorted()).toEqual([
    'category meta',
    'event comments',
    'event description',
  ])
})

test('records belong to users with the address or the login of their authors', async () => {
  const site = await oldSite({
    posts: [
      oldEvent(1, {}, { author: '7' }),
      oldEvent(2, {}, { author: '8' }),
      oldEvent(3, {}, { author: '9' }),
    ],
    users: [
      { id: 7, login: 'root', email: 'root@old.example', password: root.password, role: 'administrator' },
      { id: 8, login: 'somebody', email: 'BEN@new.example', password: 'x', role: 'subscriber' },
      { id: 9, login: 'nobody', email: 'nobody@old.example', password: 'x', role: 'subscriber' },
    ],
  })
  const { bring, db, user } = await calendarFor(site)
  const { createUser } = await import('../../src/http/auth/users.ts')
  const first = await createUser(db, { login: 'Root', email: 'r@new.example', role: 'editor' }, 0)
  const second = await createUser(db, { login: 'ben', email: 'ben@new.example', role: 'editor' }, 0)
  const report = await bring(root)
  const rows = await db.read.selectFrom('events').select('author_id').orderBy('id').execute()
  expect(rows.map(({ author_id }) => author_id)).toEqual([first.id, second.id, user.id])
  expect(report.notes.join()).toContain('nobody (9)')
})
