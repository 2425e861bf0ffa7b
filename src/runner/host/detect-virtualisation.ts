import { findField, type ReadFact } from './read-facts.ts';

/** A vendor's name in its firmware tables → its usual name. */
const vendors: readonly (readonly [RegExp, string])[] = [
  [/amazon ec2/i, 'amazon'],
  [/google compute engine|^google$/im, 'google'],
  [/microsoft corporation[^]*virtual machine/i, 'microsoft'],
  [/kvm|qemu|red hat|openstack/i, 'kvm'],
  [/vmware/i, 'vmware'],
  [/virtualbox|innotek/i, 'virtualbox'],
  [/parallels/i, 'parallels'],
  [/xen/i, 'xen'],
  [/bhyve/i, 'bhyve'],
  [/apple virtualization/i, 'apple'],
];

const containers: readonly (readonly [RegExp, string])[] = [
  [/kubepods/, 'kubernetes'],
  [/docker/, 'docker'],
  [/libpod|podman/, 'podman'],
  [/lxc/, 'lxc'],
  [/containerd/, 'containerd'],
];

/**
 * The hypervisor, the container, or both ("docker on kvm"). Undefined when nothing tells: that is no proof
 * of bare metal.
 */
export async function detectVirtualisation(read: ReadFact): Promise<string | undefined> {
  const container = await detectContainer(read);
  const hypervisor = await detectHypervisor(read);
  const found = [container, hypervisor].filter((name) => name !== undefined);
  return found.length > 0 ? found.join(' on ') : undefined;
}

async function detectHypervisor(read: ReadFact): Promise<string | undefined> {
  const dmi = '/sys/class/dmi/id';
  const parts = ['sys_vendor', 'product_name', 'board_vendor', 'bios_vendor'];
  const firmware = await Promise.all(parts.map((part) => read(`${dmi}/${part}`)));
  const text = firmware.filter((part) => part !== undefined).join('\n');
  for (const [pattern, name] of vendors) if (pattern.test(text)) return name;
  const type = await read('/sys/hypervisor/type');
  if (type !== undefined && type !== '') return type.slice(0, 40);
  const flags = findField((await read('/proc/cpuinfo')) ?? '', 'flags');
  return flags?.split(' ').includes('hypervisor') === true ? 'a hypervisor' : undefined;
}

async function detectContainer(read: ReadFact): Promise<string | undefined> {
  const said = await read('/run/systemd/container');
  if (said !== undefined && said !== '') return said.slice(0, 40);
  if ((await read('/.dockerenv')) !== undefined) return 'docker';
  if ((await read('/run/.containerenv')) !== undefined) return 'podman';
  const groups = (await read('/proc/1/cgroup')) ?? '';
  for (const [pattern, name] of containers) if (pattern.test(groups)) return name;
  return undefined;
}
