export { dateText, lengthText, rangeText } from '../../pure/locale/dates.ts'
