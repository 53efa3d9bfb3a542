import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import type { Visit } from './visit.ts'

/** Ways to use the interface beyond lists and records, each with a call that can be copied; `assistants`: whether they are spoken with. */
export function ways({ site }: Visit, assistants: boolean): Html {
  const { home, rest } = site
  return html`<h2>Events that repeat</h2>
    <p>
      A <code>recurrence</code>, in the words of iCalendar, makes an event a series: each of its dates is an
      event of its own, and <code>/series</code> changes those to come together. What a rule means is told
      without writing anything:
    </p>
    ${call(`curl -u 'name:xxxx xxxx xxxx xxxx' -d 'words=every Tuesday 4pm to 5pm' '${rest}/series/preview'`)}
    <h2>Following what changes</h2>
    <p>
      <code>/changes</code> answers a token; asked with <code>since=</code> it tells what has changed after
      it, and with <code>wait=25</code> it waits for that. <code>/changes/stream</code> is the same as
      server-sent events.
    </p>
    ${call(`curl '${rest}/changes?kinds=event&include=records'`)}
    <h2>Being told</h2>
    <p>
      A webhook is an address of yours that is told what happens, by Standard Webhooks: signed, and tried
      again until it is taken. Administrators set it up; its secret is shown once.
    </p>
    ${call(`curl -u 'name:xxxx xxxx xxxx xxxx' -H 'Content-Type: application/json' \\
  -d '{"url": "https://app.example/told", "types": ["event.created", "event.updated"]}' \\
  '${rest}/webhooks'`)}
    <h2>Safe retries</h2>
    <p>
      Who has sent a write and got no answer sends it again with the same <code>Idempotency-Key</code>: it is
      carried out once, and answered as it was. Draw a new key for each thing to be done.
    </p>
    ${call(`curl -u 'name:xxxx xxxx xxxx xxxx' -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"' \\
  -d '{"title": "Open day", "start_date": "2031-05-01 10:00", "end_date": "2031-05-01 16:00"}' \\
  '${rest}/events'`)}
    <h2>Finding a request again</h2>
    <p>
      Send an <code>X-Request-Id</code> of yours, or a <code>traceparent</code>: it is answered, and stands in
      each line of the log about the request. Each error of ours (5xx) names one without being asked.
    </p>
    ${call(`curl -i -H 'X-Request-Id: my-app-4711' '${rest}/events?per_page=1'`)}
    ${assistants ? ofAssistants(home) : undefined}
    <h2>From JavaScript</h2>
    <p>
      <code>@kalends/client</code> has types for all of this, reads lists to their end, follows changes,
      repeats what a bad connection has lost, and checks messages of webhooks.
    </p>
    ${call(`import { createClient } from '@kalends/client'

const calendar = createClient('${rest}')
for await (const event of calendar.pages('/events', { query: { q: 'music' } })) console.log(event.title)`)}`
}

function ofAssistants(home: string): Html {
  return html`<h2>Assistants</h2>
    <p>
      Programs that read for people use the Model Context Protocol at <code>${home}/mcp</code> (Streamable
      HTTP); with an application password or a token they may write what its user may.
    </p>
    ${call(`curl '${home}/mcp' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`)}`
}

function call(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}
