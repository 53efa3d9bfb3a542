/**
 * The same value with each of its texts in one piece in memory. Texts that were read or joined are; those from templates and
 * `replace` are ropes of parts. When all texts are in one piece, JSON.stringify writes a value in half the time.
 */
export function flattenTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
