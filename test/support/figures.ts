/** What a text in the format of Prometheus says of a series, such as `name{label="value"}`; undefined where it is not in it. */
export function figureIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
