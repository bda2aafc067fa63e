// Written by release/pin.ts.

/** The version of Cassandra that is pinned. */
export const VERSION = "5.0.9";

/** The Maven project whose dependencies are resolved. */
export const POM = `<?xml version="1.0" encoding="UTF-8"?>
<!-- What a database node needs, with the agent that lets it be administered over HTTP. After a change here, run \`node release/pin.ts\`. -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>reeve.engines</groupId>
  <artifactId>cassandra</artifactId>
  <version>5.0.9</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.cassandra</groupId>
      <artifactId>cassandra-all</artifactId>
      <version>5.0.9</version>
    </dependency>
    <!-- This form of the agent contains all that it needs. -->
    <dependency>
      <groupId>org.jolokia</groupId>
      <artifactId>jolokia-agent-jvm</artifactId>
      <version>2.6.0</version>
      <classifier>javaagent</classifier>
      <exclusions>
        <exclusion>
          <groupId>*</groupId>
          <artifactId>*</artifactId>
        </exclusion>
      </exclusions>
    </dependency>
  </dependencies>
</project>
`;

/** The expected jars, each with its name, size in bytes and SHA-256. */
export const JARS = `HdrHistogram-2.1.12.jar 173763 9b47fbae444feaac4b7e04f0ea294569e4bc282bc69d8c2ce2ac3f23577281e2
ST4-4.0.8.jar 239543 58caabc40c9f74b0b5993fd868e0f64a50c0759094e6a251aaafad98edfc7a3b
affinity-3.23.3.jar 82825 969e4b4ad761e34f3c5d59fe173bba08623bbf4e9002bc567665626886f01928
agrona-1.17.1.jar 495065 ca6ff763fd93ddcf5dd2b8b9f60dc977a2d644f1f1666ffd9cf7fd637ab6d3fd
airline-0.8.jar 78439 7b63b4c001378b548e4b27c15989b65de363a8b9bee4bf11035c21bdc50cbedc
antlr-runtime-3.5.2.jar 167761 ce3fc8ecb10f39e9a3cddcbb2ce350d272d9cd3d0b1e18e6fe73c3b9389c8734
asm-9.4.jar 122445 39d0e2b3dc45af65a09b097945750a94a126e052e124f93468443a1d0e15f381
big-math-2.3.0.jar 57618 d921bc4e0c57e3d90c7d161142411728d7e72ac975c6dda4914faf292aa83648
caffeine-3.1.8.jar 889211 7dd15f9df1be238ffaa367ce6f556737a88031de4294dad18eef57c474ddf1d3
cassandra-all-5.0.9.jar 11153104 6a80e6fddde88817deec4839ae431e3a9c4eeb728560336890094c6f870fef5e
cassandra-driver-core-3.12.1-shaded.jar 3991045 6af4e8ec8d8c74e425e5d23a8c9bdc82a8dc170e9772d7d0cfe09d69938ffbe5
chronicle-bytes-2.23.33.jar 444449 76757a196af80594927dc31f71df6de25729480cae4938899b1e5bbba90d9c81
chronicle-core-2.23.36.jar 445507 fac0ce88a9ddd55eee98348601566c93782c71ae68462db6d5dc64267642999e
chronicle-queue-5.23.37.jar 323211 d8445ec881577e85d9455d0aef30b0cb9d7bc22d3a73a46a713157cd98d18388
chronicle-threads-2.23.25.jar 98493 3657c5c82410235581430a4ecf7a4177fb49e3c272e6177246e9977ec767cee6
chronicle-wire-2.23.39.jar 886134 7087768fb85a1be09d40cdd344da355f88fecb814242d2a76ac01651d0d8dfae
commons-cli-1.5.0.jar 58284 bc8bb01fc0fad250385706e20f927ddcff6173f6339b387dc879237752567ac6
commons-lang3-3.18.0.jar 702952 4eeeae8d20c078abb64b015ec158add383ac581571cddc45c68f0c9ae0230720
commons-math3-3.2.jar 1692782 6268a9a0ea3e769fc493a21446664c0ef668e48c93d126791f6f3f757978fee2
concurrent-trees-2.4.0.jar 118696 d8dd983b207e86f580ba2105747cb271f8b90f24b89c7447493d9125a472dc5d
ecj-3.33.0.jar 3160927 f7686c4960cf70c2ebc5c500a73a8cfc04541b730c18f1c5c21329889b137f45
failureaccess-1.0.1.jar 4617 a171ee4c734dd2da837e4b16be9df4661afab72a41adaf31eb84dfdaf936ca26
guava-32.0.1-jre.jar 3037368 bd7fa227591fb8509677d0d1122cf95158f3b8a9f45653f58281d879f6dc48c5
high-scale-lib-1.0.6.jar 105118 e529306290e184905443f2b190853fb0e6ce158d15e8eadba7cc8b22af52a650
hppc-0.8.1.jar 1159086 f540703478636d88f699f4666242e6fc9175a996c08ddceaf02106517b970406
ipaddress-5.3.3.jar 869040 a8485113300d367306258a2663491fba8b1b746d00ca0df88d3943994cc0f7b9
j2objc-annotations-1.3.jar 8781 21af30c92267bd6122c0e0b4d20cccb6641a37eaf956c6540ec471d584e64a7b
jackson-annotations-2.19.2.jar 79309 e516743a316dcf83c572ffc9cb6e8c5e8c134880c8c5155b02f7b34e9c5dc3cf
jackson-core-2.19.2.jar 591418 aa77eaf29293a868c47372194f7c5287d77d9370b04ea25d3fffc1e4904b5880
jackson-databind-2.19.2.jar 1679351 0a1bd4e9b0d670e632d40ee8c625ad376233502f03c2f5889baea95d025b47a7
jackson-datatype-jsr310-2.19.2.jar 136961 9709f43e0fa5625633ee66db6c078fb1e8c7ca02092696ba95ea785dbf0fa6a1
jamm-0.4.0.jar 69453 f8f0457e388c4d0f69a4510c89fce8b2a79129e726b46a756ab840fd7ba82387
javax.inject-1.jar 2497 91c77044a50c481636c32d916fd89c9118a72195390452c81065080f957de7ff
jbcrypt-0.4.jar 17429 e183f6f59404fc1e12073cfea4ace7ea103c900463cd21fb609a7c617ecdf624
jcl-over-slf4j-2.0.17.jar 18423 affd06771589ebfe454bb11315a4f466ecaa135b95f3e7939534cf1d2fd7064c
jcommander-1.30.jar 60376 8c65d42f55742925128d57079e7337f5c80c34e1f937191ad16daa33b59777a8
jctools-core-3.1.0.jar 323697 e7302f154f63fc4c66962816e76acda969926a7569ca3b68a62f52bdca6b45dc
jffi-1.3.11-native.jar 964790 f4c26c0a4a3eddfdbaaf4dda77d4d9f7d148ba4208798f32ce475ce4d6778744
jffi-1.3.11.jar 154919 74d3bce7397b4872ccb6a6fd84b8f260503f76509adc9548029f665852ad38d7
jna-5.13.0.jar 1879325 66d4f819a062a51a1d5627bffc23fac55d1677f0e0a1feba144aabdd670a64bb
jna-platform-5.13.0.jar 1363209 474d7b88f6e97009b6ec1d98c3024dd95c23187c65dabfbc35331bcac3d173dd
jnr-a64asm-1.0.0.jar 86270 53ae5ea7fa5c284e8279aa348e7b9de4548b0cae10bfd058fa217c791875e4cf
jnr-constants-0.10.4.jar 1579612 9a5b8cf9798d9d0331b8d8966c5235a22c4307676e35803a24659e6d76096f78
jnr-ffi-2.2.13.jar 726636 d309575e8d080785988dc51b6636ae67738561c3d1453e8b24f9501301e00296
jnr-x86asm-1.0.2.jar 219943 39f3675b910e6e9b93825f8284bec9f4ad3044cd20a6f7c8ff9e2f8695ebf21e
jolokia-agent-jvm-2.6.0-javaagent.jar 777506 95c2c1230970ac0ad71b9cb556b8a55c4c6008e9ffd7745be7797f477120b6ae
jsr305-2.0.2.jar 31866 1e7f53fa5b8b5c807e986ba335665da03f18d660802d8bf061823089d1bee468
jvector-1.0.2.jar 143019 5d53af3d711fb7a13cac0608b6dfdcb30ad07b102dc128c3e09be5313a487e5d
jvm-attach-api-1.5.jar 76025 a078c03414cb8c0d8f9ce8e2003319c868227231eb4c7bd7388e0ff06185935e
log4j-over-slf4j-2.0.17.jar 26532 cbf30eaf95357ab7babf9be123da9cc702f0fe83b23392b7a62589d60b5862d1
logback-classic-1.5.18.jar 306760 3e1533d0321f8815eef46750aee0111b41554f9a4644c3c4d2d404744b09f60f
logback-core-1.5.18.jar 627250 85139e7b57b464f8e5e36326dd81317648bed199ccc4f98cd42585f8d7571027
lucene-analysis-common-9.7.0.jar 1911507 87abf0221c526d64616d47d2261866620c8f42659c93dbfd0d1ffb138af98137
lucene-core-9.7.0.jar 3770658 624d7f544afefcbc382f2d9c8fe9e04fb5626c6fb579b584663baf43df1653f8
lz4-java-1.10.1.jar 910232 a58a84c4271e50df4c96ed916ccb7e48a869f8ed9cdcda1ad5d3d4c33b0214a3
metrics-core-4.2.28.jar 132451 544e7c5828e9fe440e2e5b8b87974297352d8c0aac226a2614811600fd680463
metrics-jvm-4.2.19.jar 24683 996a602152db07aa5cbc669265b564099c20acef2508ec5e717f20b98b5acbc5
metrics-logback-4.2.19.jar 4381 93f729134b43c74affa6ee45c9a23a9e6ef623a63118bc4ab8d8880f88e71643
mxdump-0.14.jar 7377 77fa89f0b380c9140bb65cc582c823021583745f762433f5484d62f424666e7f
netty-all-4.1.130.Final.jar 4536 ffe4e8f925c428493e03f395df65fdcba6e6482ad517029172b119275add2dd4
netty-buffer-4.1.130.Final.jar 354531 00a522b67ea35cb7b4dd9cf27f85c6c58f5e306785aa045302e5f6b2d4944a87
netty-codec-4.1.130.Final.jar 357588 52636bc29bd62120b97bbe5d1d21eab9b1cb2bef8efbb54d2221c5f3fa08d8cd
netty-common-4.1.130.Final.jar 724544 53921f28dd5a352b1bed0e1cbcc54d013dc60ffebeae9b2b1e53eabef317e581
netty-handler-4.1.130.Final.jar 580945 98c78ec187ca30a4b9775bf6f632f5c9929db6bf06a60e6971f945813880ca0f
netty-handler-proxy-4.1.130.Final.jar 25705 33656875d0001587eea4a9778cf2242b418bc887ed03b2d37ef3969e0b7d3b5e
netty-handler-ssl-ocsp-4.1.130.Final.jar 26890 36dfbe584d2cf7f01f8bf7ceb9b1430e4d0c3d7acb759ba5576df47a7eccc5db
netty-resolver-4.1.130.Final.jar 37904 48c5b218a89d184e1b601d46433957f515fcefdb4464182b1348bce4f5a18f35
netty-resolver-dns-native-macos-4.1.130.Final-osx-aarch_64.jar 19976 5ffadb42c5bb105ad413a38e7a8f14cf7268610f45cc363405075e3506cf4ba9
netty-resolver-dns-native-macos-4.1.130.Final-osx-x86_64.jar 19524 ac14827e8baaa6b95cf8dbd25a90108e1016f171fac568ed75536f3fadb0f1ea
netty-tcnative-boringssl-static-2.0.70.Final-linux-aarch_64.jar 1184558 523c43f67ad9040d70f9494fc28eebf711d8c54e2aa30e3fd1a199c38740f53b
netty-tcnative-boringssl-static-2.0.70.Final-linux-x86_64.jar 1275972 3d773aac73fe40f5d04de37ce14a1f7abd27caf0b3bd8275884f5d2968b3e254
netty-tcnative-boringssl-static-2.0.70.Final-osx-aarch_64.jar 1033462 0454c53e65da6e253b2104d1ae26ecc79df4faf999e8924b659846b5bf41e996
netty-tcnative-boringssl-static-2.0.70.Final-osx-x86_64.jar 1228889 9c6a23335f296689fb3538bc49e4e280ff163675212c6fe01c9cf2a9273ee19a
netty-tcnative-boringssl-static-2.0.70.Final-windows-x86_64.jar 1016221 b3e3e0559df29a5624bcf529cb8e2bd9375c6d68164dda338e841677586a14c4
netty-tcnative-boringssl-static-2.0.70.Final.jar 3775 3f7b4c3a51737965cd5b53777782c125784420458d96513cfac7412e4d1fa0c3
netty-tcnative-classes-2.0.70.Final.jar 36064 a79c1579313d4ad48a3ecc1d01a25da06d22d6449c3bcc369c2318749bcf55bc
netty-transport-4.1.130.Final.jar 521591 1bf573266d271f856705a9984d25449c56a1d73c02a16af12033ceccfe555dbb
netty-transport-classes-epoll-4.1.130.Final.jar 147725 1c352508d70aca1ccc3068daac907ad1e9d8dc68b07148d57426730bf0d0c8b6
netty-transport-classes-kqueue-4.1.130.Final.jar 112389 56487b7d42ca520a1d737463de71809da72276bf9e3d1aa16cd043378152760c
netty-transport-native-epoll-4.1.130.Final-linux-aarch_64.jar 42533 49b26640f82b33e7c60cbe53487546dd0eaa09c28d0338077c1ef7b46a12463a
netty-transport-native-epoll-4.1.130.Final-linux-riscv64.jar 36839 cad7274faf7204e6edb5527df385d7291feab9bc8d6e6e13cc4e252c51d7606a
netty-transport-native-epoll-4.1.130.Final-linux-x86_64.jar 40883 d5d4611cb667eb215667c65aabfc75f8d9ef24de2a3e3a32eb28204f9c2a7a30
netty-transport-native-epoll-4.1.130.Final.jar 6406 2ebe4278bced6908a13c85a068982b695fd7b07f1eb3dc82c9e7ccab00d3587e
netty-transport-native-kqueue-4.1.130.Final-osx-aarch_64.jar 26340 9a6f231324d42fe236a410b0232f1c7d227810a1cc4c275c51992817d5c8bffa
netty-transport-native-kqueue-4.1.130.Final-osx-x86_64.jar 25530 123386d877b01e4a7a0e0c7de67795aceadaba3d11d9e804821b1a1229bdf4a3
netty-transport-native-unix-common-4.1.130.Final.jar 44325 cf5efc4168597d7cd14695b469418cac2a1134533f9a0c82ef0538d796fd39e1
ohc-core-0.5.1.jar 122716 7f2bc7f6d8ef6bbdb037eb52b670f6f0b6516161d04e92d843058293c1a706ce
ohc-core-j8-0.5.1.jar 4306 76ec56f9ad849cd4cffa65a39fbc30b2f1ccf368a1dbeeadd311adfcc8cc00ca
posix-2.24ea4.jar 36848 b481f9d8f4fc6b679cf44f4e6f79cb4df347c6de166501205b3b15c0b47ea8af
psjava-0.1.19.jar 466947 965ac6a41e1010d4ad393c0398bc8dc922bbef97794821ced57e4b1ef7801e31
semver4j-3.1.0.jar 27357 0f33724dd012099f0737e3d9203e28f4a804435526998d4f5841993058651cb8
sigar-1.6.4.jar 428580 de8725b3be2c25d44ba41a9450cd03842fac9466d92dc582cb37691eeea1f8db
sjk-cli-0.14.jar 14194 246634b132057f3f5aaf83258316125ea146ee6b5e70aceb194b35698f0bbf18
sjk-core-0.14.jar 257437 4fb6a48c60aeff788fed19a8f326dd8c664eb9ab1c3a682ced6edc3b71b560f5
sjk-json-0.14.jar 40456 3cbb1465eef91e8c3c7e7cc158ba0abe2afeb5d86d1dd4bf29911f963e2c9b7c
sjk-stacktrace-0.14.jar 267577 9a35e0c3f9fed863fa689c430b5c2c5171e838b3b871aa577bcf646d741bddf9
slf4j-api-2.0.17.jar 69908 7b751d952061954d5abfed7181c1f645d336091b679891591d63329c622eb832
snakeyaml-2.1.jar 334189 69a4537045ddbcaed4c68eef074462eb12d324d7953f62c5ecd35df645e8aec9
snappy-java-1.1.10.4.jar 2112099 55b30c94e5c4cc2d4b6976916098d0678a8a6cc7427fa8c875621bd94e731ac8
stream-2.5.2.jar 152489 dab345a648e0f215835501d2ac6bea1a6872f582c53b0dfd9fb6e8348f07be62
zstd-jni-1.5.7-2.jar 7464127 c5530c6fe99df04f9ac041e1b11fcb5772a7f4218c727d7273e0a6e5948b5d12`;
