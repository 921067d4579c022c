import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { buttonClass } from '#web/components/action/button-class.ts'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { focusPage } from './focus-page.ts'
import { layouts } from './layouts/layouts.ts'
import { mainId } from './layouts/page-main.tsx'
import { useCompanyName } from './use-company-name.ts'

/** Frame of every page: skip link, the page's layout, and announcements after a navigation. */
export function RootFrame() {
  const layout = useMatches({ select: matches => matches.at(-1)?.staticData.layout ?? 'default' })
  const Layout = layouts[layout]
  return (
    <>
      <DocumentHead />
      <a href={`#${mainId}`} onClick={focusMain} className={`skip-link ${buttonClass('primary', 'medium', false)}`}>
        {shellTexts.skipLink}
      </a>
      <Layout>
        <Outlet />
      </Layout>
      <Announcer />
    </>
  )
}

/** Does not set the hash: it would stay in the address and jump again on reload. */
function focusMain(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById(mainId)?.focus()
}

/** Title and description. Rendered before the page, so an error page can override them. */
function DocumentHead() {
  const company = useCompanyName()
  const title = useMatches({ select: matches => matches.at(-1)?.staticData.title }) ?? company
  const { data: profile } = usePublicProfile()
  const description = [profile?.companyName, profile?.claim].filter(Boolean).join(': ')
  useLayoutEffect(() => {
    document.title = title
  }, [title])
  useLayoutEffect(() => {
    if (description) setDescription(description)
  }, [description])
  return null
}

function setDescription(text: string) {
  let meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (!meta) {
    meta = document.createElement('meta')
    meta.name = 'description'
    document.head.append(meta)
  }
  meta.content = text
}

/** After a navigation, moves the focus to the new page's heading or announces its title to screen readers. */
function Announcer() {
  const router = useRouter()
  const [announcement, setAnnouncement] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setAnnouncement(focusPage())
      }),
    [router],
  )
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}
