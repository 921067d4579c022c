import type { DeviceService } from '#contract/device-services.ts'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { ServiceUrls } from './service-urls.tsx'

/** The network details of a device. */
export function DeviceDetails({ device }: { device: DeviceService }) {
  return (
    <>
      <Card title={texts.network}>
        <DefinitionList
          items={[
            { term: texts.localIp, value: <NetworkValue name={texts.localIp} value={device.localIp} /> },
            { term: texts.externalIp, value: <NetworkValue name={texts.externalIp} value={device.externalIp} /> },
            { term: texts.macAddress, value: <NetworkValue name={texts.macAddress} value={device.macAddress} /> },
          ]}
        />
      </Card>
      <ServiceUrls urls={device.urls} />
    </>
  )
}

const texts = serviceTexts.detail

function NetworkValue({ name, value }: { name: string; value: string }) {
  if (value === '') return <span className="text-muted">{texts.notGiven}</span>
  return (
    <span className="-my-2 -mr-2 inline-flex items-center gap-0.5">
      <span className="min-w-0 font-mono text-small wrap-anywhere">{value}</span>
      <CopyButton name={name} value={value} />
    </span>
  )
}
