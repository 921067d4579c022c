import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { serviceViews } from '#web/pages/service-page-views.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { AdminCollectionList } from './admin-collection-list.tsx'
import { AdminServiceList } from './admin-service-list.tsx'

const route = getRouteApi(paths.adminServices)

/** /admin-portal/services-overview: the services of all customers and their groups. */
export function AdminServicesPage() {
  const { view } = route.useSearch()
  const views = (
    <SectionNav
      label={serviceTexts.views}
      items={serviceViews.admin.map(({ view: name, label }) => ({
        label,
        link: { to: paths.adminServices, search: name === undefined ? {} : { view: name } },
        exact: true,
      }))}
    />
  )
  return view === 'groups' ? <AdminCollectionList views={views} /> : <AdminServiceList views={views} />
}
