import { describe, expect, test } from 'vitest';
import { faultOfAddress } from './judge-address.ts';

const strict = { allowPrivateNetworks: false };
const relaxed = { allowPrivateNetworks: true };

const own = [
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  'fd12:3456::1',
];

const never = [
  '169.254.169.254',
  '169.254.0.1',
  'fe80::1',
  'fd00:ec2::254',
  'FD00:0EC2:0::254',
  '100.100.100.200',
  '100.64.0.1',
  '100.127.255.255',
  '168.63.129.16',
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '255.255.255.255',
  '224.0.0.1',
  '239.255.255.255',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '240.0.0.1',
  '192.0.0.192',
  '192.88.99.1',
  '2001:db8::1',
  '100::1',
  'fec0::1',
  '4000::1',
  'fe80::1%eth0',
  'localhost',
  '',
];

const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.32.0.1',
  '192.167.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('strict', () => {
  test.for([...own, ...never])('%s is refused', (address) => expect(faultOfAddress(address, strict)).toBeDefined());
  test.for(publicOnes)('%s passes', (address) => expect(faultOfAddress(address, strict)).toBeUndefined());
});

describe('with private networks allowed', () => {
  test.for(own)('%s passes', (address) => expect(faultOfAddress(address, relaxed)).toBeUndefined());
  test.for(never)('%s is refused all the same', (address) => expect(faultOfAddress(address, relaxed)).toBeDefined());
  test.for(publicOnes)('%s passes', (address) => expect(faultOfAddress(address, relaxed)).toBeUndefined());
});

test('it says what the address is', () => {
  expect(faultOfAddress('127.0.0.1', strict)).toBe('a loopback address');
  expect(faultOfAddress('169.254.169.254', relaxed)).toBe("an address of a cloud's metadata");
  expect(faultOfAddress('2002:7f00:1::1', strict)).toBe('an address for special use');
});
