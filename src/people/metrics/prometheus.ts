// The only file that knows the library. It is loaded when figures are asked for: to load it takes a tenth of a start, and measuring
// the event loop wakes the process a hundred times a second.
import { collectDefaultMetrics, Registry } from '@prometheus-io/client'
import type { Figure } from './figures.ts'

/** What belongs to the process rather than to what it serves: processor time, memory, event loop, garbage. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** What the library says of the shortest delay of the event loop where it has seen none: 2^63 nanoseconds. */
const noDelay_s = 2 ** 63 / 1e9

/** Gauges with names of counters, which are the sums of those beside them (`nodejs_active_handles_total`): rules for names refuse them. */
const misnamed = /^nodejs_active_\w+_total$/

/** The figures that every program on Node has, by their usual names. */
export async function processFigures(): Promise<Figure[]> {
  const metrics = await ofProcess.getMetricsAsJSON()
  // Quantiles of several processes cannot be put together; of the event loop a histogram stands beside them.
  const named = metrics.filter(({ name, type }) => !misnamed.test(name) && type !== 'summary')
  return named.map((metric) => {
    const values = metric.values.filter(({ value }) => Number.isFinite(value) && value !== noDelay_s)
    // Several processes are as old as the oldest of them; the library would leave their age out.
    const aggregator = metric.aggregator === 'omit' ? 'min' : metric.aggregator
    // The types of the library give numbers for what are words (`type`), and leave out the names of series.
    const { name, help, type } = metric
    return { name, help, type, aggregator, values } as unknown as Figure
  })
}

/** The figures of processes as one text, in the format of Prometheus. */
export async function textOf(processes: readonly (readonly Figure[])[]): Promise<string> {
  return Registry.aggregate([...processes]).metrics()
}

/** The figures of processes as those of one. */
export async function addedUp(processes: readonly (readonly Figure[])[]): Promise<Figure[]> {
  const metrics = await Registry.aggregate([...processes]).getMetricsAsJSON()
  return metrics as unknown as Figure[]
}
