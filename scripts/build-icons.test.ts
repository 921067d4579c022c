import { expect, test } from 'vitest'
import { importingIconFiles } from '#scripts/build-icons.ts'

test('imports each icon from its own file', () => {
  const code = "import {\n  IconKey,\n  type IconProps,\n  IconX,\n} from '@tabler/icons-react'\nIconX()\n"
  expect(importingIconFiles(code)).toBe(
    "import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';" +
      "import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'\nIconX()\n",
  )
})

test('leaves other imports alone', () => {
  const code = "import { useState } from 'react'\nimport type { Icon } from '@tabler/icons-react'\n"
  expect(importingIconFiles(code)).toBe(code)
})
