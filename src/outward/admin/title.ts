import { useEffect } from 'preact/hooks'
import { siteName } from './place.ts'

/** Gives the page the title while the screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${siteName}`
  }, [title])
}
