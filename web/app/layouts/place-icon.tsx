import {
  IconBolt,
  IconDeviceDesktop,
  IconFileInvoice,
  IconHelp,
  IconLayoutDashboard,
  IconMessageQuestion,
  IconMessages,
  IconSettings,
  IconTicket,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#web/app/paths.ts'

/** Icons of the portals' places, by address. */
export const placeIcons: Readonly<Record<string, ReactNode>> = {
  [paths.customerHome]: <IconLayoutDashboard />,
  [paths.customerTickets]: <IconTicket />,
  [paths.customerInvoices]: <IconFileInvoice />,
  [paths.customerRequests]: <IconMessageQuestion />,
  [paths.customerServices]: <IconDeviceDesktop />,
  [paths.customerPowerMaster]: <IconBolt />,
  [paths.customerDns]: <IconWorld />,
  [paths.adminHome]: <IconLayoutDashboard />,
  [paths.adminTickets]: <IconTicket />,
  [paths.adminRequests]: <IconMessageQuestion />,
  [paths.adminCustomers]: <IconUsers />,
  [paths.adminServices]: <IconDeviceDesktop />,
  [paths.adminPowerMaster]: <IconBolt />,
  [paths.adminDns]: <IconWorld />,
  [paths.adminInvoices]: <IconFileInvoice />,
  [paths.adminMessages]: <IconMessages />,
  [paths.adminFaq]: <IconHelp />,
  [paths.adminSettings]: <IconSettings />,
  [paths.faq]: <IconHelp />,
  [paths.userSettings]: <IconSettings />,
}
